import { isVirtualFlavor, limits, regionalQuotaNames } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { noChange } from "../engine/previous-state.ts";
import type { PlatformResource } from "../engine/resource.ts";
import { stackRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

const { min, max, default: standard } = limits.quotas.notificationThreshold;

const quota = z.strictObject({
  limit: z.number().min(0).describe("Limit of the quota."),
  usage: z.number().min(0).describe("Usage of the quota."),
});

export const quotaHeadroom = stackRule({
  name: "quota-headroom",
  group: "stack",
  severity: "medium",
  level: "advisory",
  description: "New and growing clusters must leave quotas below the threshold of the quota notification.",
  remediation: "Use fewer or smaller nodes, or request a higher quota.",
  reference: "platform-api §2.12, §8",
  controls: { "iso-27001": ["A.8.6"] },
  needs: "quotas",
  config: z.object({
    threshold: z
      .int()
      .min(min)
      .max(max)
      .default(standard)
      .describe("Usage of a quota, in percent, at which a change is a violation."),
    quotas: z
      .record(z.string().regex(/^\d+$/), z.partialRecord(z.enum(regionalQuotaNames), quota))
      .optional()
      .describe("Quotas by region and name, such as those of quotas.getNotificationThreshold. Omitted: not evaluated."),
  }),
  validateBeforeCreate: ["kubernetes.Cluster"],
  needsPreviousState: true,
  evaluateStack({ resources, read, config: { threshold, quotas }, previousState, report, notEvaluated }) {
    if (quotas === undefined) return;
    if ("missing" in previousState) {
      if (previousState.missing !== noChange)
        notEvaluated(undefined, `what the change takes from the quotas: ${previousState.missing}`);
      return;
    }
    for (const [key, growth] of growthOf(resources, previousState.resources, read)) {
      const [region = "", name = ""] = key.split(" ");
      const own = quotas[region]?.[name as QuotaName];
      if (own === undefined || growth <= 0) continue;
      const total = own.usage + growth;
      if (total * 100 >= own.limit * threshold)
        report(
          undefined,
          `region ${region}: ${name} would be ${total} of ${own.limit}, at or above the threshold of ${threshold} % (${own.usage} in use, ${growth} more requested)`,
        );
    }
  },
});

type QuotaName = (typeof regionalQuotaNames)[number];

/**
 * What a change adds to the quota usage, by region and name: new clusters, and the growth of existing clusters. Quota that the
 * change frees is not counted, because a cluster may be deleted only after another is created.
 */
function growthOf(
  resources: readonly PlatformResource[],
  before: readonly PlatformResource[],
  read: (resource: PlatformResource) => Value,
): Map<string, number> {
  const growth = new Map<string, number>();
  for (const cluster of resources.filter((one) => one.kind === "kubernetes.Cluster")) {
    const old = before.find((one) => one.urn === cluster.urn || cluster.aliases.includes(one.urn));
    const region = read(cluster).get("regionId").number();
    // A cluster in another region is new there.
    const hadHere = old !== undefined && read(old).get("regionId").number() === region;
    const had = hadHere ? needOf(read(old)) : new Map<QuotaName, number>();
    for (const [name, amount] of needOf(read(cluster))) {
      const more = Math.max(0, amount - (had.get(name) ?? 0));
      growth.set(`${region} ${name}`, (growth.get(`${region} ${name}`) ?? 0) + more);
    }
  }
  return growth;
}

/** Quota that a cluster uses at its minimum number of nodes, as far as its declaration shows. */
function needOf(cluster: Value): Map<QuotaName, number> {
  const need = new Map<QuotaName, number>([["cluster_count", 1]]);
  const add = (name: QuotaName, amount: number) => need.set(name, (need.get(name) ?? 0) + amount);
  for (const pool of cluster.get("pools").elements()) {
    const nodes = pool.get("minNodeCount").number();
    const flavor = pool.get("flavorId").text();
    if (nodes === undefined || flavor === undefined) continue;
    if (pool.get("isPublicIpv4").boolean() === true) add("external_ip_count", nodes);
    if (!isVirtualFlavor(flavor)) continue;
    add("vm_count", nodes);
    add("volume_count", nodes);
    add("servergroup_count", 1);
    add("volume_size", nodes * (pool.get("bootVolumeSize").number() ?? 0));
    const size = /-(\d+)-(\d+)$/.exec(flavor);
    if (size !== null) add("cpu_count", nodes * Number(size[1]));
  }
  return need;
}
