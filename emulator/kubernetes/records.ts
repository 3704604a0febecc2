import { cluster } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** Stored cluster, with project and region, which older responses of the platform also contain (companion §2.4). */
export const storedCluster = cluster.extend({ project_id: z.int(), region_id: z.int() });

export type Cluster = z.output<typeof storedCluster>;

/** Address of a cluster. Its id in the store is `<project>/<region>/<name>`, because the API addresses clusters by name. */
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

/** Id of a pool, unique among all clusters. */
export function poolKey(cluster: Cluster, poolName: string): string {
  return `${keyOf(cluster)}/${poolName}`;
}
