// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Bare metal GPU clusters of a project and region.
 *
 * *Source:* companion §6.4.
 */
export interface GetGpuClustersResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: GpuClusterResult[];
}

/**
 * A bare metal GPU cluster.
 *
 * *Source:* companion §6.4.
 */
export interface GpuClusterResult {
  /** GPU cluster id (UUID). */
  id: string;
  /** Name of the cluster. */
  name?: string | null;
  /** State of the cluster, such as `active`. */
  status?:
    | "creating"
    | "active"
    | "degraded"
    | "rebooting"
    | "rebuilding"
    | "resizing"
    | "shutoff"
    | "deleting"
    | "error"
    | (string & Record<never, never>)
    | null;
  /** Flavor of the servers. */
  flavor?: string | null;
  /** Image of the servers. */
  imageId?: string | null;
  /** Number of servers. */
  serversCount?: number | null;
  /** When it was created. */
  createdAt?: string | null;
  /** When it last changed. */
  updatedAt?: string | null;
}
