import { isVirtualFlavor } from "../../api/index.ts";
import { type Client, PlatformError } from "../../client/index.ts";
import { getNotificationThreshold, quotaUsages } from "../../functions/quotas.ts";
import { holdsUnknown, isObject } from "../model/engine-values.ts";
import type { EngineStep, Side } from "../model/events.ts";
import { ownKind } from "../model/kinds.ts";
import { existenceOf } from "../model/objects.ts";
import type { Review } from "../model/schema.ts";
import { platformTimeoutMs } from "./platform.ts";

/** Net change of each quota by region: `76 clusterCount` → 1. */
export function quotaChanges(steps: readonly EngineStep[]): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (side: Side | null | undefined, factor: 1 | -1) => {
    const { regionId, pools } = side?.inputs ?? {};
    if (typeof regionId !== "number" || holdsUnknown(pools)) return;
    for (const [name, amount] of needsOf(pools))
      changes.set(`${regionId} ${name}`, (changes.get(`${regionId} ${name}`) ?? 0) + factor * amount);
  };
  for (const step of steps.filter((one) => ownKind(one.type) === "kubernetes:Cluster")) {
    const { before, after } = existenceOf(step);
    for (const { side } of before) add(side, -1);
    for (const { side } of after) add(side, 1);
  }
  return new Map([...changes].filter(([, amount]) => amount !== 0));
}

/** Quota that a cluster uses at its minimum number of nodes. */
function needsOf(pools: unknown): [string, number][] {
  const needs: [string, number][] = [["clusterCount", 1]];
  for (const pool of Array.isArray(pools) ? pools.filter(isObject) : []) {
    const { minNodeCount: nodes, flavorId: flavor, bootVolumeSize: size } = pool;
    if (typeof nodes !== "number" || typeof flavor !== "string") continue;
    if (pool.isPublicIpv4 === true) needs.push(["externalIpCount", nodes]);
    if (!isVirtualFlavor(flavor)) continue;
    needs.push(["vmCount", nodes], ["volumeCount", nodes], ["servergroupCount", 1]);
    if (typeof size === "number") needs.push(["volumeSize", nodes * size]);
    // Memory is left out: the contract does not give a unit for its quota.
    const [, cpus] = /-(\d+)-\d+$/.exec(flavor) ?? [];
    if (cpus !== undefined) needs.push(["cpuCount", nodes * Number(cpus)]);
  }
  return needs;
}

/** Quotas that the change touches, as they are after it. */
export async function quotasOf(
  steps: readonly EngineStep[],
  client: Client | { reason: string },
  signal: AbortSignal,
): Promise<Review["quotas"]> {
  const changes = quotaChanges(steps);
  if (changes.size === 0) return { entries: [], notes: [] };
  if ("reason" in client) return { entries: [], notes: [`Quotas were not read: ${client.reason}.`] };
  if (client.settings.clientId === undefined)
    return { entries: [], notes: ["Quotas were not read: set cloudplatform:clientId or CLOUDPLATFORM_CLIENT_ID."] };
  const options = { client, signal: AbortSignal.any([signal, AbortSignal.timeout(platformTimeoutMs)]) };
  try {
    const response = await getNotificationThreshold({ clientId: client.settings.clientId }, options);
    const threshold = response.threshold ?? 80;
    const usages = quotaUsages(response);
    const entries = [...changes].flatMap(([key, change]): Review["quotas"]["entries"] => {
      const [region, name = ""] = key.split(" ");
      const found = usages.find((one) => one.regionId === Number(region) && one.name === name);
      if (found === undefined) return [];
      const after = found.usage + change;
      const isAbove = after > (found.limit * threshold) / 100;
      const state = after > found.limit ? "exceeded" : isAbove ? "above-threshold" : "below";
      return [{ regionId: Number(region), name, limit: found.limit, usage: found.usage, change, threshold, state }];
    });
    const rank = { exceeded: 0, "above-threshold": 1, below: 2 };
    entries.sort((a, b) => rank[a.state] - rank[b.state] || b.usage / b.limit - a.usage / a.limit);
    const notes =
      entries.length < changes.size
        ? ["The platform's last quota message does not name every quota that the change uses."]
        : [];
    return { entries, notes };
  } catch (error) {
    if (signal.aborted || !(error instanceof PlatformError)) throw error;
    return { entries: [], notes: [`Quotas were not read: ${error.detail}`] };
  }
}
