import type { Subject } from "../engine/subject.ts";
import type { Value } from "../engine/value.ts";
import { type Micros, micros, type Prices } from "./amount.ts";

/** What a resource costs, or why nobody can say. */
export type Cost = { amount: Micros; currency: string } | { unpriced: string };

/** Which price of a resource is meant: of the whole commitment, or of a month. */
export type Which = "total" | "perMonth";

/** Price of a resource from the quote that `check` has added to it. Undefined: it carries none. */
function quoted(value: Value, which: Which): Cost | undefined {
  const quote = value.get("quote");
  if (!quote.isGiven()) return undefined;
  if (quote.isUnknown()) return { unpriced: "its price is not known before the update" };
  const reason = quote.get("reason").text();
  if (quote.get("known").boolean() === false) return { unpriced: reason ?? "the platform gave no price" };
  const amount = micros(quote.get(which).known()) ?? (which === "perMonth" ? monthlyShare(value, quote) : undefined);
  const currency = quote.get("currency").text();
  if (amount === undefined || currency === undefined) return { unpriced: reason ?? "its quote carries no price" };
  return { amount, currency };
}

/** The share of a month in the whole price, for platforms that do not say it. */
function monthlyShare(value: Value, quote: Value): Micros | undefined {
  const total = micros(quote.get("total").known());
  const months = /^MONTHS(\d+)$/.exec(value.get("period").text() ?? "")?.[1];
  return total === undefined || months === undefined ? undefined : total / BigInt(months);
}

/** What a reservation commits to in all, or costs a month. */
export function reservationCost(value: Value, which: Which): Cost {
  return quoted(value, which) ?? { unpriced: "it carries no quote" };
}

/** What a cluster costs a month: its quote where it carries one, else its least nodes at the configured prices. */
export function clusterCost(value: Value, prices: Prices): Cost {
  const quote = quoted(value, "perMonth");
  if (quote !== undefined) return quote;
  if (prices === undefined) return { unpriced: "clusters carry no quote, and the configuration has no prices" };
  let amount = 0n;
  for (const pool of value.get("pools").elements()) {
    const cost = poolCost(pool, prices);
    if (typeof cost === "string") return { unpriced: cost };
    amount += cost;
  }
  if (value.get("pools").isUnknown()) return { unpriced: "its pools are not known before the update" };
  return { amount, currency: prices.currency };
}

function poolCost(pool: Value, prices: NonNullable<Prices>): Micros | string {
  const flavor = pool.get("flavorId").text();
  const nodes = pool.get("minNodeCount").number();
  if (flavor === undefined || nodes === undefined) return `${pool.path} is not known before the update`;
  const node = prices.nodes[flavor];
  if (node === undefined) return `the configuration has no price of flavor ${flavor}`;
  const size = pool.get("bootVolumeSize").number() ?? 0;
  const gib = prices.bootVolumeGib[pool.get("bootVolumeType").text() ?? ""] ?? 0;
  return BigInt(nodes) * ((micros(node) ?? 0n) + BigInt(size) * (micros(gib) ?? 0n));
}

/** Costs by resource. */
export function monthlyCosts(
  subjects: readonly Subject[],
  read: (subject: Subject) => Value,
  prices: Prices,
): Map<Subject, Cost> {
  const costs = new Map<Subject, Cost>();
  for (const subject of subjects) {
    if (subject.kind === "reservations.Reservation") costs.set(subject, reservationCost(read(subject), "perMonth"));
    if (subject.kind === "kubernetes.Cluster") costs.set(subject, clusterCost(read(subject), prices));
  }
  return costs;
}

/** The sum of what has a price in one currency, and what has none. */
export function sumOf(costs: ReadonlyMap<Subject, Cost>, currency: string) {
  let amount = 0n;
  const unpriced: { subject: Subject; reason: string }[] = [];
  for (const [subject, cost] of costs) {
    if ("unpriced" in cost) unpriced.push({ subject, reason: cost.unpriced });
    else if (cost.currency !== currency) unpriced.push({ subject, reason: `it is priced in ${cost.currency}` });
    else amount += cost.amount;
  }
  return { amount, unpriced };
}
