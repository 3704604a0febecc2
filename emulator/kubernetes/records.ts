import { cluster } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** A cluster as it is kept; old answers of the platform show project and region too (companion §2.4). */
export const storedCluster = cluster.extend({ project_id: z.int(), region_id: z.int() });

export type Cluster = z.output<typeof storedCluster>;

/** Where a cluster is: `<project>/<region>/<name>` is its id here, for names are what clusters are addressed by. */
export interface ClusterAddress {
  project_id: number;
  region_id: number;
  cluster_name: string;
}

export function clusterKey(address: ClusterAddress): string {
  return `${address.project_id}/${address.region_id}/${address.cluster_name}`;
}

export function keyOf(cluster: Cluster): string {
  return clusterKey({ ...cluster, cluster_name: cluster.name });
}

/** A pool among those of all clusters. */
export function poolKey(cluster: Cluster, poolName: string): string {
  return `${keyOf(cluster)}/${poolName}`;
}
