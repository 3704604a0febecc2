// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getCluster`.
 *
 * *Source:* companion §2.1.
 */
export interface GetClusterArgs {
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
   * Name of the cluster.
   *
   * Not empty.
   */
  name: string;
}

/**
 * Arguments of `getClusters`.
 *
 * *Source:* companion §2.1.
 */
export interface GetClustersArgs {
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
  /** Read all pages instead of one. */
  all?: boolean;
}

/**
 * Arguments of `getFlavors`.
 *
 * *Source:* companion §2.1.
 */
export interface GetFlavorsArgs {
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
  /** Omits flavors with GPUs. */
  excludeGpu?: boolean;
  /** Includes prices in the response. */
  includePrices?: boolean;
}

/**
 * Arguments of `getKubeconfig`.
 *
 * *Source:* companion §2.1.
 */
export interface GetKubeconfigArgs {
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
   * Name of the cluster.
   *
   * Not empty.
   */
  name: string;
}

/**
 * Arguments of `getVersions`.
 *
 * *Source:* companion §2.1.
 */
export interface GetVersionsArgs {
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
  /** Cluster whose upgrade versions are listed. Without it: versions of new clusters. */
  name?: string;
}
