import { versionWithV } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import type { Created } from "../tasks/engine.ts";
import type { StoredTask } from "../tasks/records.ts";
import { findPool, withoutPool, withPool } from "./pool.ts";
import { type Cluster, keyOf } from "./records.ts";

const minutes = 60_000;

/** Operations on a cluster with their task type and duration (guides: companion §1.3). */
const operations = {
  createCluster: { type: "create_k8s_cluster_v2", durationMs: 10 * minutes },
  updateCluster: { type: "update_k8s_cluster_v2", durationMs: 2 * minutes },
  upgradeCluster: { type: "upgrade_k8s_cluster_v2", durationMs: 12 * minutes },
  deleteCluster: { type: "delete_k8s_cluster_v2", durationMs: 3 * minutes },
  createPool: { type: "create_k8s_cluster_pool_v2", durationMs: 4 * minutes },
  deletePool: { type: "delete_k8s_cluster_pool_v2", durationMs: 2 * minutes },
  resizePool: { type: "resize_k8s_cluster_v2", durationMs: 3 * minutes },
} as const;

type Operation = keyof typeof operations;

/** Starts a task on a cluster. The task locks the cluster until it ends. */
export function startOperation(
  { store, tasks }: Platform,
  operation: Operation,
  cluster: Cluster,
  data?: Record<string, unknown>,
): { tasks: string[] } {
  const { type, durationMs } = operations[operation];
  const key = keyOf(cluster);
  const { project_id: projectId, region_id: regionId } = cluster;
  const id = tasks.start({ type, projectId, regionId, durationMs, data, effect: operation, subject: key });
  const creator = operation === "createCluster" ? { creator_task_id: id } : {};
  store.clusters.put(key, { ...cluster, ...creator, task_id: id });
  return { tasks: [id] };
}

/** The cluster after an operation; undefined when it is deleted. */
interface Outcome {
  cluster: Cluster | undefined;
  created?: Created;
}

type Completion = (cluster: Cluster, task: StoredTask) => Outcome;

const poolData = z.object({ pool: z.string() });
const resizeData = poolData.extend({ node_count: z.number() });
const upgradeData = z.object({ version: z.string() });
const changeData = z.object({ change: z.looseObject({}) });

const successes: Record<Operation, Completion> = {
  // A finished create names only the UUID (companion §1.2).
  createCluster: (cluster) => ({
    cluster: {
      ...cluster,
      status: "Provisioned",
      pools: cluster.pools.map((pool) => ({ ...pool, status: "Running" })),
    },
    created: { k8s_clusters: [cluster.id] },
  }),
  updateCluster: (cluster, { data }) => ({ cluster: { ...cluster, ...changeData.parse(data).change } }),
  upgradeCluster: (cluster, { data }) => ({
    cluster: { ...cluster, version: versionWithV(upgradeData.parse(data).version) },
  }),
  deleteCluster: () => ({ cluster: undefined }),
  createPool: (cluster, { data }) => {
    const { id, name } = findPool(cluster, poolData.parse(data).pool);
    return { cluster: withPool(cluster, name, { status: "Running" }), created: { k8s_pools: [id] } };
  },
  deletePool: (cluster, { data }) => ({ cluster: withoutPool(cluster, poolData.parse(data).pool) }),
  resizePool: (cluster, { data }) => {
    const { pool: name, node_count: count } = resizeData.parse(data);
    const { min_node_count: min, max_node_count: max } = findPool(cluster, name);
    // A count outside the bounds moves the bounds (companion §2.1 states 1..200 and no other rule).
    const bounds = { min_node_count: Math.min(min, count), max_node_count: Math.max(max ?? min, count) };
    return { cluster: withPool(cluster, name, { status: "Running", node_count: count, ...bounds }) };
  },
};

/** A failed task leaves the cluster as it was before (companion §1.2), unless the fault leaves a partial object behind. */
const failures: Partial<Record<Operation, Completion>> = {
  createCluster: (cluster, { work }) => ({ cluster: work.leavesBehind === true ? cluster : undefined }),
  deleteCluster: (cluster) => ({ cluster: { ...cluster, status: "Provisioned" } }),
  createPool: (cluster, { data, work }) => ({
    cluster: work.leavesBehind === true ? cluster : withoutPool(cluster, poolData.parse(data).pool),
  }),
  deletePool: (cluster, { data }) => ({
    cluster: withPool(cluster, poolData.parse(data).pool, { status: "Running" }),
  }),
  resizePool: (cluster, { data }) => ({
    cluster: withPool(cluster, poolData.parse(data).pool, { status: "Running" }),
  }),
};

/** Registers the effect of each operation's end with the task engine. */
export function registerOperations({ behaviors, store, tasks, visibility }: Platform): void {
  for (const operation of Object.keys(operations) as Operation[])
    tasks.on(operation, (task) => {
      if (operation === "createCluster") visibility.provisioned(task.work.subject);
      const cluster = store.clusters.get(task.work.subject);
      if (cluster === undefined) return undefined;
      const complete = task.work.failure === undefined ? successes[operation] : failures[operation];
      const outcome = complete?.(cluster, task) ?? { cluster };
      if (outcome.cluster === undefined) store.clusters.delete(task.work.subject);
      else store.clusters.put(task.work.subject, { ...outcome.cluster, task_id: null });
      const namesPools = behaviors.values.taskResources === "all" && outcome.created?.k8s_clusters !== undefined;
      return namesPools ? { ...outcome.created, k8s_pools: cluster.pools.map(({ id }) => id) } : outcome.created;
    });
}
