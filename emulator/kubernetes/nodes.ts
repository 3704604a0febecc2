import type { PoolRecord } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { shareDone } from "../tasks/progress.ts";
import type { Cluster } from "./records.ts";

/** Operations that add nodes gradually. */
const adding = new Set(["createCluster", "createPool", "resizePool"]);
/** Progress at which a stalled task stops. */
const stalledShare = 0.5;

const data = z.looseObject({ pool: z.string().optional(), node_count: z.number().optional() });

/**
 * A cluster with the current node counts of its pools. While a task runs, nodes are added gradually; the store contains only the
 * counts before and after the task.
 */
export function withCurrentNodes({ clock, store }: Platform, cluster: Cluster): Cluster {
  const task = typeof cluster.task_id === "string" ? store.tasks.get(cluster.task_id) : undefined;
  if (task === undefined || !adding.has(task.work.effect)) return cluster;
  const { effect, stalled } = task.work;
  const share = Math.min(shareDone(task, clock.now()), stalled === true ? stalledShare : 1);
  const { pool: poolName, node_count: wanted } = data.catch({}).parse(task.data);
  const grown = (pool: PoolRecord): PoolRecord => {
    if (effect !== "createCluster" && pool.name !== poolName) return pool;
    const present = pool.node_count ?? pool.min_node_count;
    const [from, to] = effect === "resizePool" ? [present, wanted ?? present] : [0, present];
    return { ...pool, node_count: from + Math.trunc((to - from) * share) };
  };
  return { ...cluster, pools: cluster.pools.map(grown) };
}
