import type { Settings } from "../../client/index.ts";
import { usedBy } from "../../review/cost/reserved-nodes.ts";
import type { Money } from "../../review/model/schema.ts";
import { decimalOf, type Micros, microsOf } from "../../values/index.ts";
import { textOrder } from "../../values/text-order.ts";
import type { Gathered } from "../inventory/gather.ts";
import type { Entry } from "../inventory/inventory.ts";
import { hasPrice, moneyKey, moneyOfEntries } from "./prices.ts";

/** A monthly amount. */
export interface Amount {
  amount: string;
  currency: string;
}

/** The cost of an object. */
export interface ObjectCost {
  /** `kubernetes:Cluster`. */
  type: string;
  id: string;
  name: string;
  /** Absent: no stack manages the object. */
  stack?: string;
  urn?: string;
  perMonth?: Amount;
  /** Price at the maximum number of nodes, if the cluster is autoscaled. */
  maximumPerMonth?: Amount;
  /** Why there is no price. */
  reason?: string;
  /** For a reservation: total, committed months, and end date. */
  commitment?: { total?: Amount; months?: number; until?: string; status?: string };
}

/** Bare metal of one flavor in one region, and how much of it reservations pay for. */
export interface Coverage {
  regionId: number;
  flavor: string;
  /** Cluster nodes that reservations pay for. */
  covered: number;
  /** Cluster nodes that no reservation pays for. */
  uncovered: number;
  /** Reserved nodes that no cluster uses. */
  unused: number;
  /** Monthly amount that cluster prices count twice; negative. */
  perMonth?: Amount;
  reason?: string;
}

/** The report of `cloudplatform cost`. */
export interface CostReport {
  format: 1;
  at: string;
  platform: string;
  /** Total of all objects, less what reservations cover, by currency. */
  monthly: Amount[];
  /** Total of each stack; the entry without a name has the objects that no stack manages. */
  stacks: { stack?: string; monthly: Amount[]; objects: number }[];
  objects: ObjectCost[];
  coverage: Coverage[];
  unread: { object: string; reason: string }[];
}

export async function costOf(
  gathered: Gathered,
  settings: Settings,
  signal: AbortSignal,
  now: number,
): Promise<CostReport> {
  const entries = gathered.entries.filter(hasPrice);
  const money = await moneyOfEntries(entries, settings, signal);
  const objects = entries.map((entry) => objectCost(entry, money));
  return {
    ...{ format: 1, at: new Date(now).toISOString(), platform: gathered.platform },
    monthly: money.monthly.map(({ after, currency }) => ({ amount: after, currency })),
    stacks: stackSums(objects),
    objects: objects.sort(dearestFirst),
    coverage: coverageOf(entries, money),
    unread: [
      ...gathered.unread,
      ...gathered.stacks.unread.map(({ stack, reason }) => ({ object: `stack ${stack}`, reason })),
    ],
  };
}

function objectCost(entry: Entry, { costs, unpriced }: Money): ObjectCost {
  const key = moneyKey(entry);
  const cost = costs.find(({ urn }) => urn === key);
  const reason = unpriced.find(({ urn }) => urn === key)?.reason;
  const [owner] = entry.owners;
  const amount = (text: string | undefined) => text !== undefined && { amount: text, currency: cost?.currency ?? "" };
  const perMonth = amount(cost?.after);
  const maximum = amount(cost?.maximumAfter);
  const commitment = entry.type === "reservations:Reservation" ? commitmentOf(entry) : undefined;
  return {
    ...{ type: entry.type, id: entry.id, name: entry.name },
    ...(owner !== undefined && { stack: owner.stack, urn: owner.urn }),
    ...(perMonth && { perMonth }),
    ...(maximum && { maximumPerMonth: maximum }),
    ...(reason !== undefined && { reason }),
    ...(commitment !== undefined && { commitment }),
  };
}

interface LiveReservation {
  status?: string;
  activeTo?: string | null;
  period?: string | null;
  amountPrices?: { commitPriceTotal?: unknown; commitPrice?: unknown; currencyCode?: unknown } | null;
}

function commitmentOf({ live = {}, resource }: Entry): ObjectCost["commitment"] {
  const { status, activeTo, period, amountPrices } = live as LiveReservation;
  const months = /^MONTHS(\d+)$/.exec(String(period ?? resource?.inputs.period))?.[1];
  const total = microsOf(amountPrices?.commitPriceTotal ?? amountPrices?.commitPrice);
  const currency = amountPrices?.currencyCode;
  return {
    ...(status !== undefined && { status }),
    ...(months !== undefined && { months: Number(months) }),
    ...(typeof activeTo === "string" && { until: activeTo.slice(0, 10) }),
    ...(total !== undefined && typeof currency === "string" && { total: { amount: decimalOf(total), currency } }),
  };
}

function stackSums(objects: readonly ObjectCost[]): CostReport["stacks"] {
  const names = [...new Set(objects.map(({ stack }) => stack))].sort((a, b) => textOrder(a ?? "~", b ?? "~"));
  return names.map((stack) => {
    const own = objects.filter((one) => one.stack === stack);
    return {
      ...(stack !== undefined && { stack }),
      monthly: sumsOf(own.flatMap((one) => one.perMonth ?? [])),
      objects: own.length,
    };
  });
}

/** Sums amounts by currency. */
export function sumsOf(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, Micros>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + (microsOf(amount) ?? 0n));
  return [...sums].sort().map(([currency, sum]) => ({ amount: decimalOf(sum), currency }));
}

function dearestFirst(a: ObjectCost, b: ObjectCost): number {
  const difference = (microsOf(b.perMonth?.amount) ?? 0n) - (microsOf(a.perMonth?.amount) ?? 0n);
  return difference > 0n ? 1 : difference < 0n ? -1 : textOrder(a.id, b.id);
}

function coverageOf(entries: readonly Entry[], { reserved }: Money): Coverage[] {
  const used = usedNodes(entries);
  const lines = reserved.map((one): Coverage => {
    const key = `${one.regionId} ${one.flavor}`;
    const all = used.get(key) ?? 0;
    used.delete(key);
    return {
      ...{ regionId: one.regionId, flavor: one.flavor, covered: one.nodesAfter, unused: one.unused },
      uncovered: Math.max(0, all - one.nodesAfter),
      ...(one.after !== undefined &&
        one.currency !== undefined && { perMonth: { amount: one.after, currency: one.currency } }),
      ...(one.reason !== undefined && { reason: one.reason }),
    };
  });
  const open = [...used].map(([key, nodes]): Coverage => {
    const [regionId = "", flavor = ""] = key.split(" ");
    return { regionId: Number(regionId), flavor, covered: 0, uncovered: nodes, unused: 0 };
  });
  return [...lines, ...open];
}

/** Bare metal nodes of clusters at their minimum, by region and flavor. */
function usedNodes(entries: readonly Entry[]): Map<string, number> {
  const used = new Map<string, number>();
  for (const { type, live, resource } of entries) {
    if (type !== "kubernetes:Cluster") continue;
    const inputs = resource?.inputs ?? live ?? {};
    for (const [flavor, nodes] of usedBy({ id: "", inputs })) {
      const key = `${inputs.regionId} ${flavor}`;
      used.set(key, (used.get(key) ?? 0) + nodes);
    }
  }
  return used;
}
