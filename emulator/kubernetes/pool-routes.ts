import { demandOf } from "../quotas/demand.ts";
import { assertQuota, exceededLimits } from "../quotas/usage.ts";
import { conflictAs, invalid, PlatformError } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";
import { clusterResponse, unlockedCluster, visibleCluster } from "./cluster.ts";
import { assertKnownFlavors } from "./flavors.ts";
import { startOperation } from "./operations.ts";
import { findPool, growthOf, newPool, withinBounds, withManagedLabels, withPool } from "./pool.ts";
import { clusterKey, poolKey } from "./records.ts";

/** Pools of a cluster. companion §2. */
export const pools: HandlersOf<"pools"> = {
  "pools.list": ({ params, query }, platform) =>
    toPage(clusterResponse(platform, visibleCluster(platform, params)).pools, query),

  "pools.create": ({ params, body }, platform) => {
    const { nameConflict } = platform.behaviors.values;
    const cluster = unlockedCluster(platform, params);
    if (cluster.pools.some((pool) => pool.name === body.name))
      throw conflictAs(nameConflict, `Pool "${body.name}" of cluster "${cluster.name}" already exists.`);
    assertKnownFlavors(platform, [body]);
    assertQuota(platform, params.region_id, demandOf(platform, [body]));
    const added = { ...cluster, pools: [...cluster.pools, newPool(body, platform.clock.toIso())] };
    platform.visibility.created("pools", poolKey(cluster, body.name));
    return startOperation(platform, "createPool", added, { pool: body.name, ...body });
  },

  // The request does not name a cluster, so all of the pool's nodes count.
  "pools.checkLimits": ({ params, body }, platform) =>
    exceededLimits(platform, params.region_id, demandOf(platform, [body])),

  "pools.get": ({ params }, platform) =>
    findPool(clusterResponse(platform, visibleCluster(platform, params)), params.pool_name),

  // Synchronous, without a task (companion §2.1).
  "pools.patch": ({ params, body }, platform) => {
    const cluster = unlockedCluster(platform, params);
    const pool = findPool(cluster, params.pool_name);
    const min = body.min_node_count ?? pool.min_node_count;
    const max = body.max_node_count ?? pool.max_node_count ?? min;
    if (min > max) throw invalid("max_node_count", `must be at least the minimum node count (${min})`);
    const { node_count: wanted, labels, ...rest } = body;
    const changed = withPool(cluster, pool.name, {
      ...rest,
      min_node_count: min,
      max_node_count: max,
      node_count: withinBounds(wanted ?? pool.node_count ?? min, min, max),
      ...(labels && { labels: withManagedLabels(labels, pool.name) }),
    });
    platform.store.clusters.put(clusterKey(params), changed);
    return findPool(changed, pool.name);
  },

  "pools.delete": ({ params }, platform) => {
    const cluster = unlockedCluster(platform, params);
    const { name } = findPool(cluster, params.pool_name);
    if (cluster.pools.length === 1)
      throw new PlatformError(
        400,
        `Pool "${name}" is the last pool of cluster "${cluster.name}" and cannot be deleted.`,
      );
    return startOperation(platform, "deletePool", withPool(cluster, name, { status: "Deleting" }), { pool: name });
  },

  "pools.resize": ({ params, body }, platform) => {
    const cluster = unlockedCluster(platform, params);
    const pool = findPool(cluster, params.pool_name);
    const { name, min_node_count: min, max_node_count: max } = pool;
    const isBeyond = body.node_count < min || body.node_count > (max ?? min);
    if (isBeyond && platform.behaviors.values.resizeBeyondBounds === "refused")
      throw invalid("node_count", `must be from ${min} to ${max ?? min}, the bounds of the pool`);
    const added = body.node_count - (pool.node_count ?? min);
    if (added > 0) assertQuota(platform, params.region_id, demandOf(platform, [growthOf(pool, added)]));
    const data = { pool: name, node_count: body.node_count };
    return startOperation(platform, "resizePool", withPool(cluster, name, { status: "Scaling up" }), data);
  },
};
