import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";
import { demandOf, type QuotaDemand } from "./demand.ts";
import type { Quota } from "./records.ts";

/** A quota that a request would exceed. */
interface ExceededQuota extends Quota {
  name: string;
  requested: number;
}

/** Quotas of a region with the usage of its clusters. A region without stored quotas has no limits. */
function regionalQuotasOf(platform: Platform, regionId: number): Record<string, Quota> {
  const stored = platform.store.quotas.get(regionId)?.quotas ?? {};
  const clusters = platform.store.clusters.where("$.region_id", regionId);
  const used = demandOf(
    platform,
    clusters.flatMap((cluster) => cluster.pools),
  );
  used.cluster_count = clusters.length;
  const entries = Object.entries(stored).map(([name, quota]) => [
    name,
    { limit: quota.limit, usage: quota.usage + (used[name] ?? 0) },
  ]);
  return Object.fromEntries(entries);
}

/** Quotas that a demand would exceed. companion §2.1. */
function exceededQuotas(platform: Platform, regionId: number, need: QuotaDemand): ExceededQuota[] {
  const quotas = regionalQuotasOf(platform, regionId);
  return Object.entries(need).flatMap(([name, requested]) => {
    const quota = quotas[name];
    return quota !== undefined && quota.usage + requested > quota.limit ? [{ ...quota, name, requested }] : [];
  });
}

/** Response of the limits check: three keys for each exceeded quota; empty if none is exceeded. */
export function exceededLimits(platform: Platform, regionId: number, need: QuotaDemand): Record<string, number> {
  const entries = exceededQuotas(platform, regionId, need).flatMap(({ name, limit, usage, requested }) => [
    [`${name}_limit`, limit],
    [`${name}_usage`, usage],
    [`${name}_requested`, requested],
  ]);
  return Object.fromEntries(entries);
}

/** Refuses a demand that exceeds a quota, with the error of companion §7.1 and §7.2. */
export function assertQuota(platform: Platform, regionId: number, need: QuotaDemand): void {
  const [excess] = exceededQuotas(platform, regionId, need);
  if (excess === undefined) return;
  const { name, limit, usage, requested } = excess;
  const message = `Quota ${name} of region ${regionId} would be exceeded: limit ${limit}, used ${usage}, requested ${requested}.`;
  throw new PlatformError(400, message, {
    exceptionClass: "QuotaLimitExceed",
    info: { attribute: name, current_usage: usage, requested_usage: requested, limit },
  });
}

/** Sends the notifications when a quota of a region has reached a client's threshold (platform-api §6). */
export function notifyAtThreshold(platform: Platform, regionId: number): void {
  const { clientId, clock, store } = platform;
  const quotas = Object.values(regionalQuotasOf(platform, regionId));
  const own = store.thresholds.get(clientId) ?? { client_id: clientId, threshold: 80 };
  // The key also acts for the other clients that have a threshold.
  for (const threshold of [own, ...store.thresholds.all().filter((each) => each.client_id !== clientId)]) {
    if (!quotas.some(({ limit, usage }) => limit > 0 && usage * 100 >= limit * threshold.threshold)) continue;
    const sent = { last_sending: clock.toIso(), last_message: notificationOf(platform) };
    store.thresholds.put(threshold.client_id, { ...threshold, ...sent });
  }
}

/** Content of a notification. Each quota appears under two keys, each with the full entry (platform-api §2.12). */
export function notificationOf(platform: Platform) {
  const { store } = platform;
  const regions = store.quotas.all().flatMap(({ region_id: id }) => (id === null ? [] : [id]));
  return {
    global_quotas: underBothKeys(store.quotas.get("global")?.quotas ?? {}),
    regional_quotas: regions.map((id) => ({
      region_id: id,
      region_name: store.regions.get(id)?.name ?? `Region ${id}`,
      ...underBothKeys(regionalQuotasOf(platform, id)),
    })),
  };
}

function underBothKeys(quotas: Record<string, Quota>): Record<string, Quota> {
  return Object.fromEntries(
    Object.entries(quotas).flatMap(([name, entry]) => [
      [`${name}_limit`, entry],
      [`${name}_usage`, entry],
    ]),
  );
}
