/**
 * Prices of clusters as rules see them: the shapes of `@cloudplatform/pulumi/cluster-price`, declared again because the public
 * types of this package name no other package.
 */

/** A pool as far as its price depends on it. */
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

/** What a cluster costs a month, or why that is not known. */
export type ClusterMonthlyPrice =
  | { known: true; perMonth: number; currency: string; vat?: "included" }
  | { known: false; reason: string };

/** Prices that the platform has given for clusters. */
export interface ClusterPrices {
  /** Undefined: the platform was not asked. */
  get(request: ClusterPriceRequest): ClusterMonthlyPrice | undefined;
}
