import { isVirtualFlavor } from "../../api/index.ts";
import { urnOfProvider } from "../../pulumi/formats/urn.ts";
import { decimalOf } from "../../values/index.ts";
import { isObject } from "../model/engine-values.ts";
import type { EngineStep, Side } from "../model/events.ts";
import { ownKind } from "../model/kinds.ts";
import { existenceOf, hasEnded, type PlatformObject } from "../model/objects.ts";
import type { Money } from "../model/schema.ts";
import type { PriceOfCluster } from "./money.ts";

type ReservedNodes = Money["reserved"][number];

/** Number of nodes before and after the update. */
type Count = [before: number, after: number];

/** Bare metal of one flavor in one region of an account: reserved nodes, and nodes that clusters use at their minimum. */
interface Group {
  provider: string;
  regionId: number;
  flavor: string;
  reserved: Count;
  /** Nodes of clusters with a changed cost, of clusters without a price, and of clusters with an unchanged cost. */
  changed: Count;
  unpriced: Count;
  unchanged: Count;
  /** Projects of these clusters; the platform prices by project. */
  projects: Set<unknown>;
}

/**
 * A cluster's price preview ignores reservations, so a reserved bare metal node would count twice. This subtracts the excess.
 * Nodes of an unchanged cluster are in no cost: when a new reservation starts to pay for such a node, the node's monthly price
 * ends; when a reservation ends, that price begins.
 */
export async function reservedNodes(
  steps: readonly EngineStep[],
  urns: { counted: ReadonlySet<string>; unpriced: ReadonlySet<string> },
  priceOfCluster: PriceOfCluster,
): Promise<ReservedNodes[]> {
  const groups = groupsOf(steps, urns).filter(isTouched);
  const found = await Promise.all(groups.map((group) => lineOf(group, priceOfCluster)));
  return found.sort((a, b) => a.regionId - b.regionId || (a.flavor < b.flavor ? -1 : 1));
}

function groupsOf(
  steps: readonly EngineStep[],
  { counted, unpriced }: { counted: ReadonlySet<string>; unpriced: ReadonlySet<string> },
): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (step: EngineStep, regionId: number, flavor: string): Group => {
    const provider = urnOfProvider(step.provider);
    const key = JSON.stringify([provider, regionId, flavor]);
    const group: Group = groups.get(key) ?? {
      ...{ provider: step.provider, regionId, flavor, projects: new Set() },
      ...{ reserved: [0, 0], changed: [0, 0], unpriced: [0, 0], unchanged: [0, 0] },
    };
    groups.set(key, group);
    return group;
  };
  for (const step of steps) {
    const kind = ownKind(step.type);
    const { before, after } = existenceOf(step);
    const part = counted.has(step.urn) ? "changed" : unpriced.has(step.urn) ? "unpriced" : "unchanged";
    for (const { side, index } of [...indexed(before, 0), ...indexed(after, 1)]) {
      const { regionId, projectId } = side.inputs ?? {};
      if (typeof regionId !== "number") continue;
      for (const [flavor, nodes] of kind === "reservations:Reservation" ? bookedBy(side) : [])
        groupOf(step, regionId, flavor).reserved[index] += nodes;
      for (const [flavor, nodes] of kind === "kubernetes:Cluster" ? usedBy(side) : []) {
        const group = groupOf(step, regionId, flavor);
        group[part][index] += nodes;
        group.projects.add(projectId);
      }
    }
  }
  return [...groups.values()];
}

function indexed(objects: readonly PlatformObject[], index: 0 | 1) {
  return objects.map(({ side }) => ({ side, index }));
}

function bookedBy(side: Side): [string, number][] {
  const { resources } = side.inputs ?? {};
  if (hasEnded(side) || !Array.isArray(resources)) return [];
  return resources.flatMap((one): [string, number][] => {
    if (!isObject(one) || typeof one.resourceName !== "string" || typeof one.resourceValue !== "number") return [];
    return [[one.resourceName, one.resourceValue]];
  });
}

/** Whether an update changes the bare metal that clusters use. */
export function changesBareMetal(before: readonly PlatformObject[], after: readonly PlatformObject[]): boolean {
  const used = (objects: readonly PlatformObject[]) => objects.flatMap(({ side }) => usedBy(side).map(String)).sort();
  return used(before).join(" ") !== used(after).join(" ");
}

/** Bare metal nodes of a cluster at its minimum, by flavor. */
export function usedBy({ inputs }: Side): [string, number][] {
  const pools = Array.isArray(inputs?.pools) ? inputs.pools.filter(isObject) : [];
  return pools.flatMap((pool): [string, number][] => {
    const { flavorId, minNodeCount } = pool;
    if (typeof flavorId !== "string" || typeof minNodeCount !== "number" || isVirtualFlavor(flavorId)) return [];
    return [[flavorId, minNodeCount]];
  });
}

/** Nodes that reservations pay for. Unchanged clusters are served first. */
function paidOf({ reserved, changed, unpriced, unchanged }: Group) {
  const paid = (index: 0 | 1) => {
    const [booked, rest] = [reserved[index], unchanged[index] + unpriced[index]];
    const all = Math.min(booked, rest + changed[index]);
    return { all, ofUnchanged: Math.min(booked, unchanged[index]), ofChanged: all - Math.min(booked, rest) };
  };
  return { before: paid(0), after: paid(1) };
}

/** Whether the update changes what a reservation pays for, or adds reserved nodes that no cluster uses. */
function isTouched(group: Group): boolean {
  const { before, after } = paidOf(group);
  const isShifted = before.ofUnchanged !== after.ofUnchanged || before.ofChanged + after.ofChanged > 0;
  return isShifted || (group.reserved[1] > group.reserved[0] && unusedOf(group) > 0);
}

function unusedOf({ reserved, changed, unpriced, unchanged }: Group): number {
  return Math.max(0, reserved[1] - changed[1] - unpriced[1] - unchanged[1]);
}

async function lineOf(group: Group, priceOfCluster: PriceOfCluster): Promise<ReservedNodes> {
  const paid = paidOf(group);
  const line = {
    ...{ regionId: group.regionId, flavor: group.flavor, unused: unusedOf(group) },
    ...{ nodesBefore: paid.before.all, nodesAfter: paid.after.all },
  };
  const shift = paid.after.ofUnchanged - paid.before.ofUnchanged;
  const before = Math.max(0, shift) - paid.before.ofChanged;
  const after = Math.max(0, -shift) - paid.after.ofChanged;
  if (before === 0 && after === 0) return line;
  const price = await nodePrice(group, priceOfCluster);
  if ("reason" in price) return { ...line, reason: price.reason };
  const decimal = (nodes: number) => decimalOf(BigInt(nodes) * price.amount);
  return { ...line, before: decimal(before), after: decimal(after), currency: price.currency };
}

function nodePrice({ provider, regionId, flavor, projects }: Group, priceOfCluster: PriceOfCluster) {
  const [projectId] = [...projects].sort();
  return priceOfCluster({ projectId, regionId, pools: [{ flavorId: flavor, minNodeCount: 1 }] }, provider);
}
