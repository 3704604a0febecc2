import { decimalOf, type Micros, microsOf } from "../../values/index.ts";
import { textOrder } from "../../values/text-order.ts";
import { holdsUnknown, isObject, isSecret } from "../model/engine-values.ts";
import type { EngineStep, Side } from "../model/events.ts";
import { isBookkeeping, nameOfStep, ownKind } from "../model/kinds.ts";
import { type Existence, existenceOf, hasEnded, isAdopted, type PlatformObject } from "../model/objects.ts";
import type { Money } from "../model/schema.ts";
import { changesBareMetal, reservedNodes } from "./reserved-nodes.ts";
import { componentsOf, sums } from "./sums.ts";

/** A monthly price, or the reason why there is none. */
export type Price = { amount: Micros; currency: string } | { reason: string };

/** Asks the platform for the monthly price of a cluster. `provider` is the URN of the resource's provider. */
export type PriceOfCluster = (inputs: Record<string, unknown>, provider: string) => Promise<Price>;

type Unpriced = Money["unpriced"][number];
type Cost = Money["costs"][number];

/** Kinds that have a price. The contract has no price list for other kinds. */
const withPrice = ["kubernetes:Cluster", "reservations:Reservation"];

export function isPricedKind(kind: string): boolean {
  return withPrice.includes(kind);
}

/** Steps that change existing objects or create new ones. */
const changing = new Set(["create", "update", "delete", "replace", "import"]);

/** What the change costs. `drifted`: the drift since the last deployment, as steps. */
export async function moneyOf(
  steps: readonly EngineStep[],
  priceOfCluster: PriceOfCluster,
  drifted: readonly EngineStep[] = [],
): Promise<Money> {
  const relevant = steps.filter((step) => changing.has(step.op) && hasObject(step));
  const costsOf = (all: readonly EngineStep[]) => Promise.all(all.map((step) => costOf(step, priceOfCluster)));
  const [found, drift] = await Promise.all([costsOf(relevant), costsOf(drifted)]);
  const costs = byUrn(found.flatMap((one) => one.costs));
  const unpriced = byUrn(found.flatMap((one) => one.unpriced));
  const urns = { counted: urnsOf(costs), unpriced: urnsOf(unpriced) };
  const reserved = await reservedNodes(steps, urns, priceOfCluster);
  return {
    monthly: sums([...costs, ...reserved]),
    costs,
    components: componentsOf(costs, steps),
    drift: sums(drift.flatMap((one) => one.costs)),
    reserved,
    commitments: byUrn(relevant.flatMap(commitmentOf)),
    unpriced,
  };
}

/** Whether a step is about an object on a platform. Components have none, and cost nothing. */
function hasObject(step: EngineStep): boolean {
  return !isBookkeeping(step.type) && (step.new ?? step.old)?.custom !== false;
}

function urnsOf(list: readonly { urn: string }[]): Set<string> {
  return new Set(list.map((one) => one.urn));
}

function byUrn<T extends { urn: string }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => textOrder(a.urn, b.urn));
}

async function costOf(
  step: EngineStep,
  priceOfCluster: PriceOfCluster,
): Promise<{ costs: Cost[]; unpriced: Unpriced[] }> {
  const kind = ownKind(step.type);
  const subject = { urn: step.urn, name: nameOfStep(step) };
  const none = (reason: string) => ({ costs: [], unpriced: [{ ...subject, type: kind ?? step.type, reason }] });
  if (kind === undefined) return none("it belongs to another provider");
  if (!isPricedKind(kind)) return none("the platform has no price for this type");
  const existence = existenceOf(step);
  const [before, after] = await Promise.all(
    [existence.before, existence.after].map((objects) =>
      Promise.all(objects.map((one) => priceOf(kind, one, step.provider, priceOfCluster))),
    ),
  );
  const missing = [...(before ?? []), ...(after ?? [])].map(withCurrency).find((price) => "reason" in price);
  if (missing !== undefined && "reason" in missing) return none(missing.reason);
  const most = kind === "kubernetes:Cluster" ? await maximumOf(existence, step.provider, priceOfCluster) : {};
  const basis = kind === "reservations:Reservation" ? ("quote" as const) : ("platform" as const);
  const { remark } = existence;
  const costs = linesOf(before as Known[], after as Known[]).map((line) => ({
    ...{ ...subject, ...line, basis },
    ...(remark && { remark }),
    ...(line.currency === most.currency && most.decimals),
  }));
  const isShifted = changesBareMetal(existence.before, existence.after);
  return { costs: costs.filter((cost) => isShifted || isTold(cost)), unpriced: [] };
}

type Known = Extract<Price, { amount: Micros }>;

/** One line for each currency: a price in another currency ends one cost and begins another. */
function linesOf(before: readonly Known[], after: readonly Known[]): Pick<Cost, "before" | "after" | "currency">[] {
  const currencies = [...new Set([...before, ...after].map((price) => price.currency))].sort();
  return currencies.map((currency) => {
    const side = (prices: readonly Known[]) => {
      const own = prices.filter((price) => price.currency === currency);
      return own.length === 0 ? undefined : decimalOf(own.reduce((sum, price) => sum + price.amount, 0n));
    };
    const [old, now] = [side(before), side(after)];
    return { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }), currency };
  });
}

/** An unchanged cost is listed only where a reader would expect a change. */
function isTold({ before, after, maximumBefore, maximumAfter, remark }: Cost): boolean {
  const nothing = decimalOf(0n);
  return (
    (before ?? nothing) !== (after ?? nothing) ||
    (maximumBefore ?? before) !== (maximumAfter ?? after) ||
    (remark !== undefined && after !== undefined)
  );
}

/** What clusters cost when autoscaling brings every pool to its maximum; empty if no pool scales. */
async function maximumOf(
  { before, after }: Existence,
  provider: string,
  priceOfCluster: PriceOfCluster,
): Promise<{ currency?: string; decimals?: Pick<Cost, "maximumBefore" | "maximumAfter"> }> {
  const sides = [before, after].map((objects) => objects.map(({ side }) => atMaximum(side.inputs ?? {})));
  if (sides.flat().every((one) => !one.isScaled)) return {};
  const [old, now] = await Promise.all(
    sides.map((all) => Promise.all(all.map(({ inputs }) => priceOfCluster(inputs, provider)))),
  );
  const prices = [...(old ?? []), ...(now ?? [])];
  const known = prices.filter((price) => "amount" in price);
  const currency = known[0]?.currency;
  if (currency === undefined || known.length < prices.length || known.some((one) => one.currency !== currency))
    return {};
  const sum = (side: readonly Price[]) =>
    decimalOf(side.reduce((total, price) => total + ("amount" in price ? price.amount : 0n), 0n));
  const decimals = {
    ...(before.length > 0 && { maximumBefore: sum(old ?? []) }),
    ...(after.length > 0 && { maximumAfter: sum(now ?? []) }),
  };
  return { currency, decimals };
}

/** Cluster inputs with each pool's minimum raised to its maximum. */
function atMaximum(inputs: Record<string, unknown>): { inputs: Record<string, unknown>; isScaled: boolean } {
  let isScaled = false;
  const pools = (Array.isArray(inputs.pools) ? inputs.pools : []).map((pool: unknown) => {
    if (!isObject(pool) || typeof pool.maxNodeCount !== "number") return pool;
    if (pool.maxNodeCount !== pool.minNodeCount) isScaled = true;
    return { ...pool, minNodeCount: pool.maxNodeCount };
  });
  return { inputs: { ...inputs, pools }, isScaled };
}

async function priceOf(
  kind: string,
  { side, isOld }: PlatformObject,
  provider: string,
  priceOfCluster: PriceOfCluster,
): Promise<Price> {
  const inputs = side.inputs ?? {};
  if (kind === "kubernetes:Cluster") {
    if (holdsUnknown([inputs.pools, inputs.projectId, inputs.regionId]))
      return { reason: "its pools, project or region are known only during the update" };
    if (isSecret(inputs.pools)) return { reason: "its pools are secret" };
    return priceOfCluster(inputs, provider);
  }
  const quote = isOld ? (side.outputs?.quote ?? inputs.quote) : inputs.quote;
  // An adopted reservation was never quoted; its own prices say what it costs.
  const price = quotedMonth(quote, inputs.period) ?? recordedMonth(side);
  if (hasEnded(side)) return { amount: 0n, currency: price?.currency ?? "EUR" };
  if (price !== undefined) return price;
  return { reason: isObject(quote) && typeof quote.reason === "string" ? quote.reason : "it carries no quote" };
}

/** Rejects a currency that is no currency code: such a text of the platform must not end up in a sum. */
function withCurrency(price: Price): Price {
  const isOdd = "currency" in price && !/^[A-Z]{3}$/.test(price.currency);
  return isOdd ? { reason: `its price is in ${JSON.stringify(price.currency)}, which is no currency` } : price;
}

function recordedMonth({ outputs }: Side): Known | undefined {
  const prices = outputs?.amountPrices;
  if (!isObject(prices)) return undefined;
  const amount = microsOf(prices.commitPricePerMonth ?? prices.commit_price_per_month);
  const currency = prices.currencyCode ?? prices.currency_code;
  return amount !== undefined && typeof currency === "string" ? { amount, currency } : undefined;
}

function quotedMonth(quote: unknown, period: unknown): Known | undefined {
  if (!isObject(quote) || quote.known !== true || typeof quote.currency !== "string") return undefined;
  const total = microsOf(quote.total);
  const months = monthsOf(period);
  // Rounded up, so that the months never add up to less than the total.
  const share =
    total === undefined || months === undefined ? undefined : (total + BigInt(months) - 1n) / BigInt(months);
  const amount = microsOf(quote.perMonth) ?? share;
  return amount === undefined ? undefined : { amount, currency: quote.currency };
}

function monthsOf(period: unknown): number | undefined {
  const months = typeof period === "string" ? /^MONTHS(\d+)$/.exec(period)?.[1] : undefined;
  return months === undefined ? undefined : Number(months);
}

/**
 * The commitment that the update creates, also when its total is not known. Adopting an existing reservation is no new
 * commitment.
 */
function commitmentOf(step: EngineStep): Money["commitments"] {
  if (ownKind(step.type) !== "reservations:Reservation" || !["create", "replace"].includes(step.op)) return [];
  if (isAdopted(step)) return [];
  const { quote, period } = step.new?.inputs ?? {};
  const total = isObject(quote) && quote.known === true ? microsOf(quote.total) : undefined;
  const currency = isObject(quote) && /^[A-Z]{3}$/.test(String(quote.currency)) ? String(quote.currency) : undefined;
  const months = monthsOf(period);
  return [
    {
      ...{ urn: step.urn, name: nameOfStep(step) },
      ...(total !== undefined && currency !== undefined && { total: decimalOf(total), currency }),
      ...(months !== undefined && { months }),
    },
  ];
}
