import { type EndpointOf, endpoints, volumeTypes } from "../api/index.ts";
import type { Call } from "../client/call-types.ts";
import {
  type Client,
  isPlaceholder,
  type OperationClient,
  PlatformError,
  ResponseError,
  scopeOf,
} from "../client/index.ts";

/** The fields of a pool that determine its price. */
export interface PricedPool {
  flavorId: string;
  nodeCount: number;
  bootVolumeSize?: number;
  bootVolumeType?: string;
  isPublicIpv4?: boolean;
}

/** A cluster to price. */
export interface ClusterPriceRequest {
  projectId: number;
  regionId: number;
  pools: readonly PricedPool[];
}

/** Monthly price of a cluster, or the reason why it is unknown. */
export type ClusterMonthlyPrice =
  | {
      known: true;
      perMonth: number;
      currency: string /** Whether the contract says that VAT is included. */;
      vat?: "included";
    }
  | { known: false; reason: string };

/** Statuses of a platform that does not have the route: the companion's route is no part of the contract. */
const missingRoute: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Returns the monthly price of a cluster, for policies: one request to the price preview of clusters (companion §2.1) or, if the
 * platform has no such endpoint, one request per pool to the price preview of instances (platform-api §4 #4). If a part of the
 * price is missing, the whole price is unknown. Never throws a platform error.
 *
 * @internal
 */
export async function clusterMonthlyPrice(
  platform: Client,
  request: ClusterPriceRequest,
  signal: AbortSignal,
): Promise<ClusterMonthlyPrice> {
  const client = platform.bind(scopeOf("the price of a cluster", signal));
  if (isPlaceholder(client.settings.baseUrl))
    return { known: false, reason: `${client.settings.baseUrl} is a placeholder for a platform` };
  const odd = request.pools.find((pool) => pool.bootVolumeType !== undefined && volumeTypeOf(pool) === undefined);
  if (odd !== undefined) return { known: false, reason: `the platform has no volume type "${odd.bootVolumeType}"` };
  try {
    return await priceOfCluster(client, request);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (!(error instanceof ResponseError) || !missingRoute.has(error.status))
      return { known: false, reason: error.detail };
  }
  try {
    return await priceOfInstances(client, request);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { known: false, reason: error.detail };
  }
}

async function priceOfCluster(
  client: OperationClient,
  { projectId, regionId, pools }: ClusterPriceRequest,
): Promise<ClusterMonthlyPrice> {
  const endpoint = endpoints["prices.cluster"];
  const body: Call<EndpointOf<"prices.cluster">>["body"] = {
    pools: pools.map((pool) => ({
      flavorId: pool.flavorId,
      nodeCount: pool.nodeCount,
      bootVolumeSize: pool.bootVolumeSize,
      bootVolumeType: volumeTypeOf(pool),
      isPublicIpv4: pool.isPublicIpv4 === true,
    })),
  };
  const params = { projectId, regionId };
  const response = await client.call(endpoint, { params, body });
  const parts = [...(response.instances ?? []), ...(response.volumes ?? []), ...(response.publicips ?? [])];
  const open = parts.find((part) => part.priceStatus !== "show");
  if (open !== undefined) return notShown(open.priceStatus);
  const total = response.totalPrice;
  if (total === null || total === undefined) return noTotal;
  if (total.priceStatus !== "show") return notShown(total.priceStatus);
  return priced(total.pricePerMonth, total.currencyCode);
}

async function priceOfInstances(
  client: OperationClient,
  { projectId, regionId, pools }: ClusterPriceRequest,
): Promise<ClusterMonthlyPrice> {
  const params = { projectId, regionId };
  const responses = await Promise.all(
    pools.map((pool) => client.call(endpoints["prices.instances"], { params, body: instancesOf(pool) })),
  );
  let perMonth = 0;
  let currency: string | undefined;
  for (const response of responses) {
    if (response.priceStatus !== "show") return notShown(response.priceStatus);
    const price = priced(response.totalPricePerMonth, response.currencyCode);
    if (!price.known) return price;
    if (currency !== undefined && currency !== price.currency)
      return { known: false, reason: `the platform prices its pools in ${currency} and ${price.currency}` };
    // Amounts have at most six decimals.
    perMonth = Math.round((perMonth + price.perMonth) * 1e6) / 1e6;
    currency = price.currency;
  }
  // "VAT inclusive" (platform-api §2.4); not documented for the preview of clusters.
  return currency === undefined ? noTotal : { known: true, perMonth, currency, vat: "included" };
}

function instancesOf(pool: PricedPool): Call<EndpointOf<"prices.instances">>["body"] {
  const { bootVolumeSize: size } = pool;
  return {
    flavor: pool.flavorId,
    interfaces: pool.isPublicIpv4 === true ? [{ type: "external" }] : [],
    names: Array.from({ length: pool.nodeCount }, (_, index) => `node-${index + 1}`),
    ...(size === undefined ? {} : { volumes: [{ source: "new-volume", size, typeName: volumeTypeOf(pool) }] }),
  };
}

const noTotal: ClusterMonthlyPrice = { known: false, reason: "the platform's response has no total or no currency" };

function priced(perMonth: number | null | undefined, currency: string | null | undefined): ClusterMonthlyPrice {
  if (typeof perMonth !== "number" || typeof currency !== "string") return noTotal;
  return { known: true, perMonth, currency };
}

function notShown(status: string): ClusterMonthlyPrice {
  const reason = status === "hide" ? "the platform does not show it" : "the platform could not give it";
  return { known: false, reason: `${reason} (price_status ${status})` };
}

type VolumeType = (typeof volumeTypes)[number];

/** A type that the contract does not have is sent as none; {@link clusterMonthlyPrice} refuses it before. */
function volumeTypeOf(pool: PricedPool): VolumeType | undefined {
  return volumeTypes.find((one) => one === pool.bootVolumeType);
}
