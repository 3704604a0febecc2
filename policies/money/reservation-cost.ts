import { type Micros, microsOf } from "@cloudplatform/pulumi/values";
import type { PlatformResource } from "../engine/resource.ts";
import type { Value } from "../engine/value.ts";
import type { Cost, Period } from "./cost.ts";

/** Statuses in which a reservation costs nothing and reserves nothing (companion §4.2). */
const ended: ReadonlySet<string | undefined> = new Set(["REJECTED", "EXPIRED"]);

/** Whether nothing of a reservation is left to cancel or to pay. */
export function hasEnded(shown: Value): boolean {
  return ended.has(shown.get("status").text());
}

/**
 * The total commitment or monthly cost of a reservation: from the quote that `check` added, otherwise from the record on the
 * platform, as for an adopted reservation. The contract does not say whether VAT is included.
 */
export function reservationCost(declared: Value, shown: Value, period: Period): Cost {
  if (hasEnded(shown)) return { amount: 0n, currency: currencyOf(declared, shown), vat: "not stated" };
  const quote = declared.get("quote");
  const quoted = quotedPrice(declared, quote, period);
  const recorded = recordedPrice(declared, shown, period);
  if (quoted !== undefined) return quoted;
  if (recorded !== undefined) return recorded;
  if (quote.isUnknown()) return { unpriced: "its price is not known before the update" };
  if (!quote.isGiven()) return { unpriced: "it has no quote, and its record shows no price" };
  return { unpriced: quote.get("reason").text() ?? "the platform gave no price" };
}

/** Number of reserved nodes by region and bare metal flavor: `76 bm1-hf-medium` to 10. */
export function reservedNodes(
  resources: readonly PlatformResource[],
  read: (resource: PlatformResource) => Value,
  shown: (resource: PlatformResource) => Value,
): Map<string, number> {
  const reserved = new Map<string, number>();
  for (const reservation of resources.filter((one) => one.kind === "reservations.Reservation")) {
    if (hasEnded(shown(reservation))) continue;
    const value = read(reservation);
    const region = value.get("regionId").number();
    for (const each of value.get("resources").elements()) {
      const flavor = each.get("resourceName").text();
      const count = each.get("resourceValue").number();
      if (region === undefined || flavor === undefined || count === undefined) continue;
      const key = reservedKey(region, flavor);
      reserved.set(key, (reserved.get(key) ?? 0) + count);
    }
  }
  return reserved;
}

export function reservedKey(region: number, flavor: string): string {
  return `${region} ${flavor}`;
}

function quotedPrice(declared: Value, quote: Value, period: Period): Cost | undefined {
  if (!quote.isGiven() || quote.isUnknown() || quote.get("known").boolean() === false) return undefined;
  return priceOf(declared, quote.get(period), quote.get("total"), quote.get("currency"), period);
}

function recordedPrice(declared: Value, shown: Value, period: Period): Cost | undefined {
  const prices = shown.get("amountPrices");
  if (!prices.isGiven() || prices.isUnknown()) return undefined;
  const total = prices.get("commitPriceTotal");
  const own = period === "total" ? total : prices.get("commitPricePerMonth");
  return priceOf(declared, own, total, prices.get("currencyCode"), period);
}

function priceOf(declared: Value, own: Value, total: Value, currency: Value, period: Period): Cost | undefined {
  const amount = microsOf(own.known()) ?? (period === "perMonth" ? monthlyShare(declared, total) : undefined);
  const code = currency.text();
  return amount === undefined || code === undefined ? undefined : { amount, currency: code, vat: "not stated" };
}

/** One month's share of the total price, for platforms that do not report it. */
function monthlyShare(declared: Value, total: Value): Micros | undefined {
  const whole = microsOf(total.known());
  const months = /^MONTHS(\d+)$/.exec(declared.get("period").text() ?? "")?.[1];
  if (whole === undefined || months === undefined) return undefined;
  // Rounded up, so that a remainder cannot exceed a budget.
  return (whole + BigInt(months) - 1n) / BigInt(months);
}

function currencyOf(declared: Value, shown: Value): string {
  return declared.get("quote").get("currency").text() ?? shown.get("amountPrices").get("currencyCode").text() ?? "EUR";
}
