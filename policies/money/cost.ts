import type { Micros } from "@cloudplatform/pulumi/values";
import { moneyText } from "./amount.ts";

/** Whether a price includes VAT. `not stated`: neither the platform's contract nor the configuration says. */
type Vat = "included" | "excluded" | "not stated";

/** The cost of a resource, or why it is not known. */
export type Cost = { amount: Micros; currency: string; vat: Vat } | { unpriced: string };

/** Which price of a resource is meant: for the whole commitment, or per month. */
export type Period = "total" | "perMonth";

/** The sum of the prices in one currency, and the resources without a price. */
interface CostSum<Key> {
  amount: Micros;
  /** Parts of the amount, by VAT statement. */
  byVat: ReadonlyMap<Vat, Micros>;
  unpriced: { resource: Key; reason: string }[];
}

export function sumOf<Key>(costs: ReadonlyMap<Key, Cost>, currency: string): CostSum<Key> {
  let amount = 0n;
  const byVat = new Map<Vat, Micros>();
  const unpriced: CostSum<Key>["unpriced"] = [];
  for (const [resource, cost] of costs) {
    if ("unpriced" in cost) unpriced.push({ resource, reason: cost.unpriced });
    else if (cost.currency !== currency) unpriced.push({ resource, reason: `it is priced in ${cost.currency}` });
    else {
      amount += cost.amount;
      if (cost.amount !== 0n) byVat.set(cost.vat, (byVat.get(cost.vat) ?? 0n) + cost.amount);
    }
  }
  return { amount, byVat, unpriced };
}

const vatWords: Record<Vat, string> = { included: "included", excluded: "not included", "not stated": "not stated" };

/** `VAT included`, or `VAT included in 106.50 EUR, not stated for 1000.00 EUR`. */
export function vatText(byVat: ReadonlyMap<Vat, Micros>, currency: string): string {
  const [first, ...others] = [...byVat];
  if (first === undefined) return "VAT not stated";
  if (others.length === 0) return `VAT ${vatWords[first[0]]}`;
  const parts = [first, ...others].map(
    ([vat, amount]) => `${vatWords[vat]} ${vat === "not stated" ? "for" : "in"} ${moneyText(amount, currency)}`,
  );
  return `VAT ${parts.join(", ")}`;
}
