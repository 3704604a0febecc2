import { recreatedPools } from "../resources/replacements.ts";
import { visible } from "./changes.ts";
import { holdsUnknown, isObject } from "./engine-values.ts";
import type { Side } from "./events.ts";
import { hasEnded, isBinding } from "./objects.ts";

/** What is lost when the object of a resource is deleted, by kind. */
const ofDeletion: Record<string, (side: Side) => string[]> = {
  "kubernetes:Cluster": clusterLosses,
  "reservations:Reservation": reservationLosses,
  "cdn:RuleTemplate": ({ inputs }) => [`the CDN options for ${text(inputs?.rule)}: its requests get other rules`],
  "edge:AppTemplate": ({ id }) => [`edge-app template ${id}, with its parameters`],
};

/** What a deletion or a replacement loses. */
export function lossesOf(kind: string | undefined, old: Side | null | undefined): string[] {
  if (old === null || old === undefined || kind === undefined || old.retainOnDelete === true) return [];
  return ofDeletion[kind]?.(old) ?? [];
}

/** What stays payable when a resource leaves the stack, and why its deletion will be refused. */
export function commitmentLeft(
  kind: string | undefined,
  old: Side | null | undefined,
): { payable?: string; obstacle?: string } {
  if (kind !== "reservations:Reservation" || !old || hasEnded(old) || !isBinding(old)) return {};
  const { status, activeTo, onDelete } = old.outputs ?? {};
  const until = activeTo === undefined ? "" : ` until ${text(activeTo)}`;
  const payable = `${commitmentText(old)} stays payable${until}: status ${text(status)} cannot be cancelled`;
  if (onDelete === "abandon" || old.retainOnDelete === true) return { payable };
  const obstacle = `the update would stop here: a reservation that is ${text(status)} cannot be cancelled, and leaves the stack only with onDelete: "abandon" in state`;
  return { payable, obstacle };
}

function commitmentText({ outputs }: Side): string {
  const prices = outputs?.amountPrices;
  if (!isObject(prices)) return "the commitment";
  const total = prices.commitPriceTotal ?? prices.commit_price_total;
  return total === undefined
    ? "the commitment"
    : `the commitment of ${text(total)} ${text(prices.currencyCode ?? prices.currency_code)}`;
}

/** Pools that an update of a cluster deletes or creates again. */
export function poolLosses(old: Side | null | undefined, now: Side | null | undefined): string[] {
  const [before, after] = [visible(old?.inputs), visible(now?.inputs)];
  if (!Array.isArray(before.pools) || !Array.isArray(after.pools) || holdsUnknown([before.pools, after.pools]))
    return [];
  return recreatedPools(before, after).map((name) => {
    const nodes = nodesOf(poolsOf(old).find((pool) => pool.name === name));
    const stays = (after.pools as unknown[]).some((pool) => isObject(pool) && pool.name === name);
    return `pool ${name} with ${counted(nodes, "node")} and their local data${stays ? ": it is deleted and created again" : ""}`;
  });
}

function clusterLosses(old: Side): string[] {
  const pools = poolsOf(old);
  const nodes = pools.reduce((sum, pool) => sum + nodesOf(pool), 0);
  return [
    `${counted(nodes, "node")} in ${counted(pools.length, "pool")} (${pools.map((pool) => text(pool.name)).join(", ")}), with the workloads and local data on them`,
    "the kubeconfig: every copy of it stops working",
  ];
}

function poolsOf(side: Side | null | undefined): Record<string, unknown>[] {
  const pools = side?.outputs?.pools ?? side?.inputs?.pools;
  return Array.isArray(pools) ? pools.filter(isObject) : [];
}

/** Nodes as they are; the minimum where the state does not tell. */
function nodesOf(pool: Record<string, unknown> | undefined): number {
  const count = pool?.nodeCount ?? pool?.minNodeCount;
  return typeof count === "number" ? count : 0;
}

function reservationLosses(side: Side): string[] {
  // Only a reservation that is not approved yet can be cancelled (companion §4.1).
  return hasEnded(side) || isBinding(side) ? [] : ["the reservation: it is cancelled, and nothing is owed"];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "(not known)";
}
