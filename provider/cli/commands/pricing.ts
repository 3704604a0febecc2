import { getInstancePrice, getLoggingPrice, getReservationPrice } from "../../functions/pricing.ts";
import { command } from "../lookup-command.ts";
import { factsView, tableView } from "../view.ts";

const check = "when the price is unknown";

const money = (amount: unknown, currency: unknown): string | undefined =>
  amount === undefined || amount === null ? undefined : `${amount} ${currency ?? ""}`.trim();

export const pricingCommands = [
  command("instance", getInstancePrice, {
    check,
    example:
      "pricing instance --flavor g1-standard-2-4 --interfaces external --names web-1 --volumes new-volume,size=50,typeName=standard",
    view: (price) => {
      const in_ = (amount: unknown) => money(amount, price.currencyCode);
      return {
        ...factsView([
          ["Price", statusText(price.priceStatus)],
          ["Machines", price.vmCount],
          ["Per hour", in_(price.totalPricePerHour)],
          ["Per month", in_(price.totalPricePerMonth)],
          ["Without discount", in_(price.priceWithoutDiscountPerMonth)],
          ["Discount", price.discountPercent ? `${price.discountPercent} %` : undefined],
          ["Flavor, a month", in_(price.perMonth.flavor)],
          [
            "Volumes, a month",
            Object.entries(price.perMonth.volumes ?? {}).map(([type, sum]) => `${type} ${in_(sum)}`),
          ],
          ["Public IPs, a month", in_(price.perMonth.externalIp)],
          ["Floating IPs, a month", in_(price.perMonth.floatingIp)],
          ["Traffic, a GB", Object.entries(price.perGb ?? {}).map(([kind, sum]) => `${kind} ${in_(sum)}`)],
        ]),
        checkFailed: price.priceStatus === "error",
      };
    },
  }),
  command("reservation", getReservationPrice, {
    check,
    example: "pricing reservation --region-id 76 --period MONTHS36 --resources bm1-hf-medium,resourceValue=2",
    view: (price) => {
      const sum = price.amountPrices;
      return {
        ...tableView(
          [
            ["RESOURCE", (one) => one.resourceName],
            ["UNIT", (one) => one.unitName],
            ["PER UNIT", (one) => money(one.commitPricePerUnit, sum?.currencyCode)],
            ["PER MONTH", (one) => money(one.commitPricePerMonth, sum?.currencyCode)],
            ["TOTAL", (one) => money(one.commitPriceTotal, sum?.currencyCode)],
            ["ABOVE IT, PER UNIT", (one) => money(one.overcommitPricePerUnit, sum?.currencyCode)],
          ],
          price.resources ?? [],
          [
            ["Price", statusText(price.priceStatus)],
            ["Region", price.regionName ?? price.regionId],
            ["Length", `${price.activityPeriodLength ?? "?"} x ${price.activityPeriod}`],
            ["Per month", money(sum?.commitPricePerMonth, sum?.currencyCode)],
            ["Total", money(sum?.commitPriceTotal, sum?.currencyCode)],
          ],
        ),
        checkFailed: price.priceStatus === "error",
      };
    },
  }),
  command("logging", getLoggingPrice, {
    check,
    example: "pricing logging --region-id 76",
    view: (price) => ({
      ...factsView([
        ["Price", statusText(price.priceStatus)],
        ["Per hour", money(price.pricePerHour, price.currencyCode)],
        ["Per month", money(price.pricePerMonth, price.currencyCode)],
        ["Without discount", money(price.priceWithoutDiscountPerMonth, price.currencyCode)],
        ["Discount", typeof price.discountPercent === "number" ? `${price.discountPercent} %` : undefined],
      ]),
      checkFailed: price.priceStatus === "error",
    }),
  }),
];

function statusText(status: "error" | "hide" | "show"): string | undefined {
  if (status === "error") return "could not be given";
  return status === "hide" ? "not to be shown to customers" : undefined;
}
