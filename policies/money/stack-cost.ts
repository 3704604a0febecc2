import type { PlatformResource } from "../engine/resource.ts";
import { Value } from "../engine/value.ts";
import type { Prices } from "./amount.ts";
import { type Billed, billedNodes, clusterCost } from "./cluster-cost.ts";
import type { ClusterPriceRequest, ClusterPrices } from "./cluster-price.ts";
import type { Cost } from "./cost.ts";
import { reservationCost, reservedNodes } from "./reservation-cost.ts";

type Read = (resource: PlatformResource) => Value;

/** What the platform reports about a resource. Unknown values in it are not reported. */
export function shownBy(resource: PlatformResource): Value {
  return new Value(resource.outputs ?? resource.properties, () => undefined);
}

/** What each cluster is billed for per month. */
function billedClusters(resources: readonly PlatformResource[], read: Read): Map<PlatformResource, Billed> {
  const reserved = reservedNodes(resources, read, shownBy);
  const clusters = resources.filter((one) => one.kind === "kubernetes.Cluster");
  return new Map(clusters.map((cluster) => [cluster, billedNodes(read(cluster), reserved)]));
}

/** The cluster prices needed to add up a stack, each with its cluster. */
export function priceRequests(
  resources: readonly PlatformResource[],
): { cluster: PlatformResource; request: ClusterPriceRequest }[] {
  const silent: Read = (resource) => new Value(resource.properties, () => undefined);
  return [...billedClusters(resources, silent)].flatMap(([cluster, billed]) =>
    "unpriced" in billed || billed.pools.length === 0 ? [] : [{ cluster, request: billed }],
  );
}

/** The monthly cost of each resource of a stack. */
export function monthlyCosts(
  resources: readonly PlatformResource[],
  read: Read,
  { clusterPrices, prices }: { clusterPrices: ClusterPrices | undefined; prices: Prices },
): Map<PlatformResource, Cost> {
  const costs = new Map<PlatformResource, Cost>();
  for (const [cluster, billed] of billedClusters(resources, read))
    costs.set(cluster, clusterCost(billed, clusterPrices, prices));
  for (const resource of resources)
    if (resource.kind === "reservations.Reservation")
      costs.set(resource, reservationCost(read(resource), shownBy(resource), "perMonth"));
  return costs;
}
