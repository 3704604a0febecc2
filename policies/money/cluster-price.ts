/**
 * Cluster prices as rules see them: the types of `@cloudplatform/pulumi/cluster-price`, declared again because the public types
 * of this package must not refer to another package.
 */

/** The properties of a pool that affect its price. */
export interface PricedPool {
  flavorId: string;
  nodeCount: number;
  bootVolumeSize?: number;
  bootVolumeType?: string;
  isPublicIpv4?: boolean;
}

/** A cluster whose price is requested. */
export interface ClusterPriceRequest {
  projectId: number;
  regionId: number;
  pools: readonly PricedPool[];
}

/** The monthly price of a cluster, or why it is not known. */
export type ClusterMonthlyPrice =
  | { known: true; perMonth: number; currency: string; vat?: "included" }
  | { known: false; reason: string };

/** Prices of clusters from the platform. */
export interface ClusterPrices {
  /** Undefined: the platform was not asked. */
  get(request: ClusterPriceRequest): ClusterMonthlyPrice | undefined;
}
