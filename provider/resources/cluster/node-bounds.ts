import type { ClusterRecord } from "../../api/index.ts";
import { wireOf } from "../../engine/index.ts";
import { clusterSchema } from "./definition.ts";
import { type ClusterInputs, noun } from "./inputs.ts";
import { countWithin } from "./plan.ts";

/**
 * What people must know of pools whose number of nodes is outside of the bounds that are declared: no preview shows it,
 * so no update moves it.
 */
export function nodesOutsideBoundsTexts(id: string, live: ClusterRecord, inputs: ClusterInputs): string[] {
  // While a task goes on, nodes come and go.
  if (typeof live.task_id === "string" && live.task_id !== "") return [];
  return wireOf(clusterSchema, inputs).pools.flatMap((wanted) => {
    const pool = live.pools.find(({ name }) => name === wanted.name);
    if (pool === undefined || !isWithinOwn(wanted, pool)) return [];
    const right = countWithin(pool, wanted);
    if (right === undefined || right === pool.node_count) return [];
    const bounds = `${wanted.min_node_count}..${wanted.max_node_count ?? pool.max_node_count ?? ""}`;
    return [
      `Pool "${pool.name}" of ${noun} ${id} has ${nodesText(pool.node_count)}, outside of its bounds ${bounds}. An update leaves that alone unless it changes the bounds; resize the pool on the platform, or change minNodeCount or maxNodeCount.`,
    ];
  });
}

/** Bounds that differ show as drift of their own, and the nodes follow them. */
function isWithinOwn(
  wanted: { min_node_count: number; max_node_count?: number | null },
  pool: ClusterRecord["pools"][number],
): boolean {
  const highest = wanted.max_node_count ?? pool.max_node_count;
  return wanted.min_node_count === pool.min_node_count && highest === pool.max_node_count;
}

function nodesText(count: number | null | undefined): string {
  return count === 1 ? "1 node" : `${count} nodes`;
}
