import type { Settings } from "../../client/index.ts";
import { resourceUrn } from "../../pulumi/formats/composite.ts";
import { hasPrice, moneyKey, moneyOfEntries } from "../cost/prices.ts";
import { ageMs, type Gathered } from "./gather.ts";
import { type Entry, type Status, statuses } from "./inventory.ts";
import { repairOf } from "./repair.ts";

/** An object in a report. */
export interface ReportedObject {
  status: Status;
  /** `cdn:RuleTemplate`. */
  type: string;
  id: string;
  name: string;
  owners: { stack: string; urn: string }[];
  createdAt?: string;
  ageDays?: number;
  /** Monthly price as a decimal, and its currency. Absent: the platform has no price, or `priceReason` says why. */
  perMonth?: string;
  currency?: string;
  priceReason?: string;
  /** The command that fixes the object. */
  repair?: string;
}

/** The report of `cloudplatform inventory`. */
export interface InventoryReport {
  format: 1;
  at: string;
  platform: string;
  places: string[];
  stacks: string[];
  counts: Record<Status, number>;
  objects: ReportedObject[];
  /** Interrupted creates without an object that could be found. */
  unmadeCreates: { stack: string; urn: string; repair: string }[];
  /** What could not be read, so that no conclusions are drawn from it. */
  unread: { object: string; reason: string }[];
  /** Number of the stacks' resources on other platforms or in other accounts. */
  elsewhere: number;
}

const dayMs = 24 * 3_600_000;

export async function reportOf(
  gathered: Gathered,
  settings: Settings,
  signal: AbortSignal,
  now: number,
): Promise<InventoryReport> {
  const objects = await reportedObjects(gathered.entries, settings, signal, now);
  const { stacks } = gathered;
  return {
    ...{ format: 1, at: new Date(now).toISOString(), platform: gathered.platform },
    ...{ places: gathered.places, stacks: stacks.names, elsewhere: stacks.elsewhere },
    counts: Object.fromEntries(
      statuses.map((status) => [status, objects.filter((one) => one.status === status).length]),
    ) as Record<Status, number>,
    objects,
    unmadeCreates: gathered.unmadeCreates.map(({ stack, urn }) => ({
      ...{ stack, urn: resourceUrn(urn) },
      repair: `pulumi refresh --stack ${stack} --clear-pending-creates`,
    })),
    unread: [...gathered.unread, ...stacks.unread.map(({ stack, reason }) => ({ object: `stack ${stack}`, reason }))],
  };
}

/** Adds prices to objects. */
export async function reportedObjects(
  entries: readonly Entry[],
  settings: Settings,
  signal: AbortSignal,
  now: number,
): Promise<ReportedObject[]> {
  const money = await moneyOfEntries(entries, settings, signal);
  const costs = new Map(money.costs.map((one) => [one.urn, one]));
  const reasons = new Map(money.unpriced.map((one) => [one.urn, one.reason]));
  return entries.map((entry) => {
    const { status, type, id, name, owners, createdAt } = entry;
    const age = ageMs(entry, now);
    const repair = repairOf(entry);
    const cost = costs.get(moneyKey(entry));
    const reason = hasPrice(entry) ? reasons.get(moneyKey(entry)) : undefined;
    return {
      ...{ status, type, id, name, owners },
      ...(createdAt !== undefined && { createdAt }),
      ...(age !== undefined && { ageDays: Math.floor(age / dayMs) }),
      ...(cost?.after !== undefined && { perMonth: cost.after, currency: cost.currency }),
      ...(reason !== undefined && { priceReason: reason }),
      ...(repair !== undefined && { repair }),
    };
  });
}

/** Whether anything needs action. */
export function hasFindings({ counts, unmadeCreates }: InventoryReport): boolean {
  const { unmanaged, duplicate, pending, gone } = counts;
  return unmanaged + duplicate + pending + gone + unmadeCreates.length > 0;
}
