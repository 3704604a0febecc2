import { isVirtualFlavor } from "@cloudplatform/pulumi/api";
import { type Micros, microsOf } from "@cloudplatform/pulumi/values";
import type { Value } from "../engine/value.ts";
import type { Prices } from "./amount.ts";
import type { ClusterPriceRequest, ClusterPrices, PricedPool } from "./cluster-price.ts";
import type { Cost } from "./cost.ts";
import { reservedKey } from "./reservation-cost.ts";

/** The nodes of a cluster that are billed monthly, or why they are not known. */
export type Billed = ClusterPriceRequest | { unpriced: string };

/**
 * The minimum nodes of a cluster's pools, without bare metal nodes that a reservation of the stack pays for: those are subtracted
 * from `reserved`, so that each counts once. Addresses of reserved nodes are not counted.
 */
export function billedNodes(cluster: Value, reserved: Map<string, number>): Billed {
  if (cluster.get("pools").isUnknown()) return { unpriced: "its pools are not known before the update" };
  const regionId = cluster.get("regionId").number();
  const projectId = cluster.get("projectId").number();
  if (regionId === undefined || projectId === undefined)
    return { unpriced: "its project or region is not known before the update" };
  const pools: PricedPool[] = [];
  for (const pool of cluster.get("pools").elements()) {
    const billed = billedPool(pool, regionId, reserved);
    if (typeof billed === "string") return { unpriced: billed };
    if (billed.nodeCount > 0) pools.push(billed);
  }
  // Equal pools in another order are the same request.
  const sorted = pools.map((pool) => JSON.stringify(pool)).sort();
  return { projectId, regionId, pools: sorted.map((text) => JSON.parse(text) as PricedPool) };
}

function billedPool(pool: Value, region: number, reserved: Map<string, number>): PricedPool | string {
  const flavorId = pool.get("flavorId").text();
  const nodes = pool.get("minNodeCount").number();
  const [size, type, address] = [pool.get("bootVolumeSize"), pool.get("bootVolumeType"), pool.get("isPublicIpv4")];
  if (flavorId === undefined || nodes === undefined || [size, type, address].some((one) => one.isUnknown()))
    return `${pool.path} is not known before the update`;
  let nodeCount = nodes;
  if (!isVirtualFlavor(flavorId)) {
    const key = reservedKey(region, flavorId);
    const paid = Math.min(nodes, reserved.get(key) ?? 0);
    reserved.set(key, (reserved.get(key) ?? 0) - paid);
    nodeCount -= paid;
  }
  return {
    flavorId,
    nodeCount,
    bootVolumeSize: size.number(),
    bootVolumeType: type.text(),
    isPublicIpv4: address.boolean() === true,
  };
}

/** The monthly cost of a cluster: the platform's price, otherwise the configured prices. */
export function clusterCost(billed: Billed, platform: ClusterPrices | undefined, configured: Prices): Cost {
  if ("unpriced" in billed) return billed;
  if (billed.pools.length === 0) return { amount: 0n, currency: configured?.currency ?? "", vat: "not stated" };
  const price = platform?.get(billed);
  const amount = price?.known === true ? microsOf(price.perMonth) : undefined;
  if (price?.known === true && amount !== undefined)
    return { amount, currency: price.currency, vat: price.vat ?? "not stated" };
  const why = price === undefined || price.known ? "no price was requested from the platform" : price.reason;
  if (configured === undefined) return { unpriced: `${why}, and the configuration has no prices` };
  return configuredCost(billed.pools, configured);
}

function configuredCost(pools: readonly PricedPool[], prices: NonNullable<Prices>): Cost {
  let amount = 0n;
  for (const pool of pools) {
    const cost = nodeCost(pool, prices);
    if (typeof cost === "string") return { unpriced: cost };
    amount += BigInt(pool.nodeCount) * cost;
  }
  return { amount, currency: prices.currency, vat: prices.vat ?? "not stated" };
}

/** Price of one node. A part without a price leaves the whole without one. */
function nodeCost(pool: PricedPool, prices: NonNullable<Prices>): Micros | string {
  const node = microsOf(prices.nodes[pool.flavorId]);
  if (node === undefined) return `the configuration has no price of flavor ${pool.flavorId}`;
  const { bootVolumeSize: size = 0, bootVolumeType: type = "standard" } = pool;
  const gib = size === 0 ? 0n : microsOf(prices.bootVolumeGib[type]);
  if (gib === undefined) return `the configuration has no price of boot volumes of type ${type}`;
  const address = pool.isPublicIpv4 === true ? microsOf(prices.publicIpv4) : 0n;
  if (address === undefined) return "the configuration has no price of public IPv4 addresses";
  return node + BigInt(size) * gib + address;
}
