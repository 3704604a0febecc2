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
   * Whole number at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Whole number at least 1. Default: the setting `cloudplatform:regionId`.
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
   * Whole number at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Whole number at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Items in one answer.
   *
   * Whole number from 1 to 1000. Default: all are read.
   */
  limit?: number;
  /**
   * Items to skip.
   *
   * Whole number at least 0.
   */
  offset?: number;
  /** All pages instead of one. */
  all?: boolean;
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
   * Whole number at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Whole number at least 1. Default: the setting `cloudplatform:regionId`.
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
   * Whole number at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Whole number at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Items in one answer.
   *
   * Whole number from 1 to 1000. Default: all are read.
   */
  limit?: number;
  /**
   * Items to skip.
   *
   * Whole number at least 0.
   */
  offset?: number;
  /** A cluster: the versions that it can be upgraded to. Without it: those that a new cluster can have. */
  name?: string;
}
