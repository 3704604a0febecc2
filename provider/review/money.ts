import { decimalText, type Micros, microsOf } from "./decimal.ts";
import { holdsUnknown, isObject } from "./engine-values.ts";
import type { EngineStep, Side } from "./events.ts";
import { isBookkeeping, nameOfUrn, ownKind } from "./kinds.ts";
import type { Money } from "./schema.ts";

/** A price of a month, or why there is none. */
export type Price = { amount: Micros; currency: string } | { reason: string };

/** Asks the platform what a cluster costs a month; `provider` is the URN of the resource's provider. */
export type PriceOfCluster = (inputs: Record<string, unknown>, provider: string) => Promise<Price>;

type Unpriced = Money["unpriced"][number];

/** Kinds with a price; no price list of the contract names the others. */
const withPrice = ["kubernetes:Cluster", "reservations:Reservation"];

/** Steps that say what a resource is before and after; of a replacement one that has both. */
const priced = new Set(["create", "update", "delete", "replace", "import"]);

/** What the change costs. */
export async function moneyOf(steps: readonly EngineStep[], priceOfCluster: PriceOfCluster): Promise<Money> {
  const money: Money = { monthly: [], costs: [], commitments: [], unpriced: [] };
  const relevant = steps.filter((step) => priced.has(step.op) && !isBookkeeping(step.type));
  for (const found of await Promise.all(relevant.map((step) => costOf(step, priceOfCluster)))) {
    money.costs.push(...found.costs);
    money.unpriced.push(...found.unpriced);
  }
  for (const step of relevant) money.commitments.push(...commitmentOf(step));
  for (const list of [money.costs, money.unpriced, money.commitments] as { urn: string }[][])
    list.sort((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  money.monthly = sums(money.costs);
  return money;
}

async function costOf(
  step: EngineStep,
  priceOfCluster: PriceOfCluster,
): Promise<{ costs: Money["costs"]; unpriced: Unpriced[] }> {
  const kind = ownKind(step.type);
  const subject = { urn: step.urn, name: nameOfUrn(step.urn) };
  const none = (reason: string) => ({ costs: [], unpriced: [{ ...subject, type: kind ?? step.type, reason }] });
  if (kind === undefined) return none("it belongs to another provider");
  if (!withPrice.includes(kind)) return none("the platform has no price for this type");
  const ask = (side: Side | null | undefined, isOld: boolean) => priceOf(kind, side, step, isOld, priceOfCluster);
  // A deletion that leaves the object on the platform leaves its cost.
  const staysPayable = step.op === "delete" && keepsCost(kind, step.old);
  const before = step.op === "create" || step.op === "import" ? undefined : await ask(step.old, true);
  const after = staysPayable ? before : step.op === "delete" ? undefined : await ask(step.new, false);
  for (const price of [before, after]) if (price !== undefined && "reason" in price) return none(price.reason);
  const [old, now] = [before, after] as ({ amount: Micros; currency: string } | undefined)[];
  if (old !== undefined && now !== undefined && old.currency !== now.currency)
    return none(`it is priced in ${old.currency} before and in ${now.currency} after`);
  const currency = (now ?? old)?.currency;
  if (currency === undefined || (old?.amount === now?.amount && old !== undefined)) return { costs: [], unpriced: [] };
  const basis = kind === "reservations:Reservation" ? ("quote" as const) : ("platform" as const);
  const cost = {
    ...subject,
    ...(old && { before: decimalText(old.amount) }),
    ...(now && { after: decimalText(now.amount) }),
    currency,
    basis,
  };
  return { costs: [cost], unpriced: [] };
}

/** The object stays on the platform, or its commitment does. */
function keepsCost(kind: string, old: Side | null | undefined): boolean {
  if (old?.retainOnDelete === true) return true;
  return (
    kind === "reservations:Reservation" && !["CREATED", "REJECTED", "EXPIRED"].includes(String(old?.outputs?.status))
  );
}

async function priceOf(
  kind: string,
  side: Side | null | undefined,
  step: EngineStep,
  isOld: boolean,
  priceOfCluster: PriceOfCluster,
): Promise<Price> {
  const inputs = side?.inputs ?? {};
  if (kind === "kubernetes:Cluster") {
    if (holdsUnknown([inputs.pools, inputs.projectId, inputs.regionId]))
      return { reason: "its pools, project or region are known only during the update" };
    return priceOfCluster(inputs, step.provider);
  }
  const quote = isOld ? (side?.outputs?.quote ?? inputs.quote) : inputs.quote;
  const price = quotedMonth(quote, inputs.period);
  if (price !== undefined) return price;
  // An adopted reservation was never quoted; what it costs stands in its own prices.
  const prices = side?.outputs?.amountPrices;
  const amount = isObject(prices) ? microsOf(prices.commitPricePerMonth ?? prices.commit_price_per_month) : undefined;
  const currency = isObject(prices) ? (prices.currencyCode ?? prices.currency_code) : undefined;
  if (amount !== undefined && typeof currency === "string") return { amount, currency };
  const reason = isObject(quote) && typeof quote.reason === "string" ? quote.reason : "it carries no quote";
  return { reason };
}

function quotedMonth(quote: unknown, period: unknown): Price | undefined {
  if (!isObject(quote) || quote.known !== true || typeof quote.currency !== "string") return undefined;
  const total = microsOf(quote.total);
  const months = monthsOf(period);
  const share = total === undefined || months === undefined ? undefined : total / BigInt(months);
  const amount = microsOf(quote.perMonth) ?? share;
  return amount === undefined ? undefined : { amount, currency: quote.currency };
}

function monthsOf(period: unknown): number | undefined {
  const months = typeof period === "string" ? /^MONTHS(\d+)$/.exec(period)?.[1] : undefined;
  return months === undefined ? undefined : Number(months);
}

function commitmentOf(step: EngineStep): Money["commitments"] {
  if (ownKind(step.type) !== "reservations:Reservation" || !["create", "replace"].includes(step.op)) return [];
  const { quote, period } = step.new?.inputs ?? {};
  const months = monthsOf(period);
  const total = isObject(quote) ? microsOf(quote.total) : undefined;
  if (!isObject(quote) || total === undefined || months === undefined || typeof quote.currency !== "string") return [];
  const subject = { urn: step.urn, name: nameOfUrn(step.urn) };
  return [{ ...subject, total: decimalText(total), currency: quote.currency, months }];
}

function sums(costs: Money["costs"]): Money["monthly"] {
  const currencies = [...new Set(costs.map((cost) => cost.currency))].sort();
  return currencies.map((currency) => {
    const own = costs.filter((cost) => cost.currency === currency);
    const before = own.reduce((sum, cost) => sum + (microsOf(cost.before) ?? 0n), 0n);
    const after = own.reduce((sum, cost) => sum + (microsOf(cost.after) ?? 0n), 0n);
    return {
      currency,
      before: decimalText(before),
      after: decimalText(after),
      difference: decimalText(after - before),
    };
  });
}
