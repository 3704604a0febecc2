import type { StateObject } from "../../engine/handler/definition.ts";
import type { InputChange } from "../../schema/replacing.ts";
import { counted } from "../../values/counted.ts";
import { isUnknown, unknownPaths } from "../../values/unknown.ts";
import { poolChanges } from "./change.ts";
import type { ClusterInputs } from "./definition.ts";

type Pool = ClusterInputs["pools"][number];

/** A pool that exists, with its number of nodes if state has it. */
type LivePool = Pool & { nodeCount?: number };

/** Returns the pools and nodes that an update of a cluster deletes, or may delete. */
export function clusterLosses({ declared, inputs, state = {} }: InputChange): string[] {
  const wanted: unknown = (inputs as Partial<ClusterInputs>).pools;
  const pools = poolsOf<Pool>(inputs);
  // Any deployed pool may be among the wanted ones, or none.
  const isOpen = isUnknown(wanted) || pools.some((one) => isUnknown(one) || isUnknown(one.name));
  return existingPools(declared, state).flatMap((pool) => {
    const same = pools.find(({ name }) => name === pool.name);
    const nodes = pool.nodeCount ?? pool.minNodeCount;
    const what = `pool ${pool.name} with ${nodesText(nodes)}`;
    if (same === undefined) return [isOpen ? `${what}, if it is not among the pools: ${later}` : what];
    const changes = poolChanges(pool, same);
    if (changes.length > 0) return [`${what}: it is deleted and created again${causeText(changes, same)}`];
    return nodeLosses(pool, same, nodes);
  });
}

/** Whether an update deletes nodes, if there are enough of them. */
export function mayDeleteNodes({ declared, inputs, state = {} }: InputChange): boolean {
  const pools = existingPools(declared, state).map((pool) => ({ ...pool, nodeCount: Number.POSITIVE_INFINITY }));
  return clusterLosses({ declared, inputs, state: { pools } }).length > 0;
}

/**
 * Returns the pools in state; without any, the declared ones. The declaration alone does not tell what exists: an update that
 * stopped between its steps leaves pools that were to go, and lacks pools that were to come.
 */
function existingPools(declared: object, state: object): LivePool[] {
  const before = poolsOf<Pool>(declared);
  const live = poolsOf<LivePool>(state);
  return live.length === 0
    ? before
    : live.map((pool) => ({ ...before.find(({ name }) => name === pool.name), ...pool }));
}

const later = "they are known only during the update";

function causeText(changes: readonly (keyof Pool & string)[], wanted: Pool): string {
  const open = changes.filter((name) => unknownPaths(wanted[name]).length > 0);
  return open.length < changes.length ? "" : `, unless ${open.join(" and ")} stays as it is: ${later}`;
}

/** Returns the nodes that a change of the bounds removes: their number follows. */
function nodeLosses(pool: Pool, { maxNodeCount: highest }: Pool, nodes: number): string[] {
  if (isUnknown(highest) || highest === pool.maxNodeCount || typeof highest !== "number" || nodes <= highest) return [];
  return [`${nodesText(nodes - highest)}, of pool ${pool.name}`];
}

function nodesText(count: number): string {
  return `${counted(count, "node")} and the data on ${count === 1 ? "its" : "their"} disks`;
}

/** Returns what is lost with a cluster. Pools whose number of nodes is not in state count with their minimum. */
export function clusterDeletionLosses({ inputs = {}, outputs = {} }: StateObject): string[] {
  const pools = poolsOf<Partial<LivePool>>(Array.isArray(outputs.pools) ? outputs : inputs);
  const nodes = pools.reduce((sum, { nodeCount, minNodeCount }) => sum + Number(nodeCount ?? minNodeCount ?? 0), 0);
  const names = pools.map(({ name }) => name).join(", ");
  return [
    `${counted(nodes, "node")} in ${counted(pools.length, "pool")} (${names}), with the workloads and data on them`,
    "the kubeconfig: every copy of it stops working",
  ];
}

/** Returns the names of the pools that a change deletes or recreates. */
export function recreatedPools(before: object, after: object): string[] {
  const wanted = poolsOf<Pool>(after);
  return poolsOf<Pool>(before)
    .filter((pool) => {
      const same = wanted.find(({ name }) => name === pool.name);
      return same === undefined || poolChanges(pool, same).length > 0;
    })
    .map(({ name }) => name);
}

function poolsOf<T extends { name?: string }>({ pools }: { pools?: unknown }): T[] {
  return Array.isArray(pools) ? pools : [];
}
