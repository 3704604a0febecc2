// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getGpuClusters`.
 *
 * *Source:* companion §6.4.
 */
export interface GetGpuClustersArgs {
  /**
   * Project.
   *
   * Integer at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Maximum number of items in the response.
   *
   * Integer from 1 to 1000. Default: all are read.
   */
  limit?: number;
  /**
   * Number of items to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
}

/**
 * Arguments of `getServers`.
 *
 * *Source:* platform-api §4 #8.
 */
export interface GetServersArgs {
  /**
   * Project.
   *
   * Integer at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * GPU cluster (UUID).
   *
   * Must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11.
   */
  clusterId: string;
  /**
   * Maximum number of servers in the response.
   *
   * Integer from 1 to 1000. Default: `10`.
   */
  limit?: number;
  /**
   * Number of servers to skip.
   *
   * Integer at least 0. Default: `0`.
   */
  offset?: number;
  /** Read all pages instead of one. */
  all?: boolean;
}
