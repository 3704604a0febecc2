import { getReservation, getReservationFlavors, getReservations } from "../../functions/reservations.ts";
import { command } from "../lookup-command.ts";
import { listView, tableView } from "../view.ts";

export const reservationCommands = [
  command("list", getReservations, {
    example: "reservations list --status ACTIVATED",
    view: ({ results, count }) =>
      listView(
        [
          ["ID", (one) => one.id],
          ["NAME", (one) => one.name],
          ["STATUS", (one) => one.status],
          ["REGION", (one) => one.regionName ?? one.regionId],
          ["FROM", (one) => one.activeFrom],
          ["TO", (one) => one.activeTo],
          ["TOTAL", (one) => one.amountPrices?.commitPriceTotal],
          ["CURRENCY", (one) => one.amountPrices?.currencyCode],
        ],
        results,
        count,
      ),
  }),
  command("flavors", getReservationFlavors, {
    example: "reservations flavors --region-id 76",
    view: ({ results, count }) =>
      listView(
        [
          ["FLAVOR", (one) => one.flavorId],
          ["IN STOCK", (one) => one.availableCount],
          ["VCPUS", (one) => one.vcpus],
          ["RAM MIB", (one) => one.ram],
          ["PERIODS", (one) => `${one.activityPeriodLength?.join(", ") ?? "-"} ${one.activityPeriod ?? ""}`],
        ],
        results,
        count,
      ),
  }),
  command("get", getReservation, {
    positional: ["id"],
    example: "reservations get 12",
    view: (one) =>
      tableView(
        [
          ["RESOURCE", (each) => each.resourceName],
          ["COUNT", (each) => each.resourceCount],
          ["PER MONTH", (each) => each.commitPricePerMonth],
          ["TOTAL", (each) => each.commitPriceTotal],
        ],
        one.resources ?? [],
        [
          ["ID", one.id],
          ["Name", one.name],
          ["Status", one.status],
          ["Region", one.regionName ?? one.regionId],
          ["Active", one.activeFrom ? `${one.activeFrom} to ${one.activeTo}` : undefined],
          ["Total", `${one.amountPrices?.commitPriceTotal ?? "-"} ${one.amountPrices?.currencyCode ?? ""}`],
          ["Error", one.error],
        ],
      ),
  }),
];
