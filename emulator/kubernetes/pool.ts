import {
  type ClusterRecord,
  isVirtualFlavor,
  managedLabelPrefix,
  type PoolRecord,
  type poolBody,
} from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { randomUuid } from "../random-uuid.ts";
import { notFound } from "../server/errors.ts";
import type { Cluster } from "./records.ts";

/** A new pool, with server defaults for omitted fields. companion §2.3, §2.4. */
export function newPool(body: z.output<typeof poolBody>, now: string): PoolRecord {
  const id = randomUuid();
  const grouped = isVirtualFlavor(body.flavor_id);
  return {
    ...body,
    id,
    status: "Scaling up",
    node_count: body.min_node_count,
    max_node_count: body.max_node_count ?? body.min_node_count,
    // Bare metal has no boot volume; zero and empty values have been observed.
    boot_volume_size: body.boot_volume_size ?? 0,
    boot_volume_type: body.boot_volume_type ?? "",
    servergroup_id: grouped ? randomUuid() : "",
    servergroup_name: grouped ? `${body.name}-group` : "",
    servergroup_policy: body.servergroup_policy ?? "",
    labels: withManagedLabels(body.labels, body.name),
    taints: body.taints,
    crio_config: body.crio_config ?? {},
    kubelet_config: body.kubelet_config ?? {},
    created_at: now,
  };
}

/** The platform adds managed labels to every pool (companion §2.4). */
export function withManagedLabels(labels: Record<string, string>, poolName: string): Record<string, string> {
  return { ...labels, [`${managedLabelPrefix}/pool`]: poolName, [`${managedLabelPrefix}/managed`]: "true" };
}

export function findPool(cluster: Pick<ClusterRecord, "name" | "pools">, name: string): PoolRecord {
  const pool = cluster.pools.find((candidate) => candidate.name === name);
  if (pool === undefined) throw notFound(`Pool "${name}" of cluster "${cluster.name}"`);
  return pool;
}

/** Quota demand of a growing pool: its additional nodes, without a second server group. */
export function growthOf(pool: PoolRecord, added: number): PoolRecord {
  return { ...pool, node_count: added, servergroup_policy: "" };
}

/** The cluster with one pool changed. */
export function withPool(cluster: Cluster, name: string, change: Partial<PoolRecord>): Cluster {
  return { ...cluster, pools: cluster.pools.map((pool) => (pool.name === name ? { ...pool, ...change } : pool)) };
}

export function withoutPool(cluster: Cluster, name: string): Cluster {
  return { ...cluster, pools: cluster.pools.filter((pool) => pool.name !== name) };
}

export function withinBounds(count: number, min: number, max: number): number {
  return Math.min(Math.max(count, min), max);
}
