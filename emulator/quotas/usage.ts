import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";
import { type Need, needOf } from "./demand.ts";
import type { Quota } from "./records.ts";

/** Of a quota: what is asked for, and what would be above its limit. */
export interface Excess extends Quota {
  name: string;
  requested: number;
}

/** Quotas of a region with what its clusters use; a region that nobody wrote down has no limits. */
export function regionalQuotasOf(platform: Platform, regionId: number): Record<string, Quota> {
  const written = platform.store.quotas.get(regionId)?.quotas ?? {};
  const clusters = platform.store.clusters.where("$.region_id", regionId);
  const used = needOf(
    platform,
    clusters.flatMap((cluster) => cluster.pools),
  );
  used.cluster_count = clusters.length;
  const entries = Object.entries(written).map(([name, quota]) => [
    name,
    { limit: quota.limit, usage: quota.usage + (used[name] ?? 0) },
  ]);
  return Object.fromEntries(entries);
}

/** Quotas that a need would exceed. companion §2.1. */
export function excesses(platform: Platform, regionId: number, need: Need): Excess[] {
  const quotas = regionalQuotasOf(platform, regionId);
  return Object.entries(need).flatMap(([name, requested]) => {
    const quota = quotas[name];
    return quota !== undefined && quota.usage + requested > quota.limit ? [{ ...quota, name, requested }] : [];
  });
}

/** The answer to a check of limits: each quota that would be exceeded under three keys; nothing when all fits. */
export function exceededLimits(platform: Platform, regionId: number, need: Need): Record<string, number> {
  const entries = excesses(platform, regionId, need).flatMap(({ name, limit, usage, requested }) => [
    [`${name}_limit`, limit],
    [`${name}_usage`, usage],
    [`${name}_requested`, requested],
  ]);
  return Object.fromEntries(entries);
}

/** Refuses what does not fit, the way of companion §7.1 and §7.2. */
export function claim(platform: Platform, regionId: number, need: Need): void {
  const [excess] = excesses(platform, regionId, need);
  if (excess === undefined) return;
  const { name, limit, usage, requested } = excess;
  const message = `Quota ${name} of region ${regionId} would be exceeded: limit ${limit}, used ${usage}, requested ${requested}.`;
  throw new PlatformError(400, message, {
    exceptionClass: "QuotaLimitExceed",
    info: { attribute: name, current_usage: usage, requested_usage: requested, limit },
  });
}

/** Warns the client when a quota of a region has reached the notification threshold (platform-api §6). */
export function warnWhenReached(platform: Platform, regionId: number): void {
  const { clientId, clock, store } = platform;
  const current = store.thresholds.get(clientId);
  const threshold = current?.threshold ?? 80;
  const reached = Object.values(regionalQuotasOf(platform, regionId)).some(
    ({ limit, usage }) => limit > 0 && usage * 100 >= limit * threshold,
  );
  if (!reached) return;
  store.thresholds.put(clientId, {
    ...(current ?? { client_id: clientId, threshold }),
    last_sending: clock.iso(),
    last_message: messageOf(platform),
  });
}

/** What a warning says: each quota stands under two keys, and under each as the whole entry (platform-api §2.12). */
export function messageOf(platform: Platform) {
  const { store } = platform;
  const regions = store.quotas.all().flatMap(({ region_id: id }) => (id === null ? [] : [id]));
  return {
    global_quotas: doubled(store.quotas.get("global")?.quotas ?? {}),
    regional_quotas: regions.map((id) => ({
      region_id: id,
      region_name: store.regions.get(id)?.name ?? `Region ${id}`,
      ...doubled(regionalQuotasOf(platform, id)),
    })),
  };
}

function doubled(quotas: Record<string, Quota>): Record<string, Quota> {
  return Object.fromEntries(
    Object.entries(quotas).flatMap(([name, entry]) => [
      [`${name}_limit`, entry],
      [`${name}_usage`, entry],
    ]),
  );
}
