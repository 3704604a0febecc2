import { edge, gpu, pricing, quotas, storage, streaming } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const gpuClusters = config.getObject<string[]>("gpuClusters") ?? [];

// Identical requests are sent once; different requests run in parallel.
const [streams, suspended, threshold, events, price, ...servers] = await Promise.all([
  streaming.getStreams({}),
  edge.getApps({ status: 5, all: true }),
  quotas.getNotificationThreshold({}),
  storage.getEvents({}),
  pricing.getReservationPrice({
    period: "MONTHS36",
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
  }),
  ...gpuClusters.map((clusterId) => gpu.getServers({ clusterId, all: true })),
]);

/** Streams that the platform receives right now, by name. */
export const onAir = streams
  .filter((stream) => stream.live === true || stream.backupLive === true)
  .map((one) => one.name);

/** Edge apps that were stopped. */
export const suspendedApps = suspended.apps.map((app) => app.name);

/** How many servers of all GPU clusters are in each state. */
export const serversByStatus = countBy(servers.flatMap(({ results }) => results.map((server) => server.status)));

/** Quotas whose usage has reached the warning threshold. */
export const quotasOverThreshold = quotas
  .quotaUsages(threshold)
  .filter((quota) => quota.percent >= threshold.threshold)
  .map(({ name, regionName, usage, limit }) => ({ name, region: regionName ?? "all", usage, limit }));

/** Storages that reached a notification level of used space. */
export const watchedBuckets = [...new Set(events.reachingUsedSpace.map((event) => event.bucketName))];

/** Cost of two servers for three years. Decimal text, because a number would be rounded. */
export const reservationPrice =
  price.priceStatus === "show"
    ? `${price.amountPrices?.commitPriceTotal} ${price.amountPrices?.currencyCode}`
    : `no price (${price.priceStatus})`;

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
