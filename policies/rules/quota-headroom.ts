import { isVirtualFlavor, limits, regionalQuotaNames } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

const { min, max, default: standard } = limits.quotas.notificationThreshold;

const quota = z.strictObject({
  limit: z.number().min(0).describe("How much there may be."),
  usage: z.number().min(0).describe("How much there is already."),
});

export const quotaHeadroom = stackRule({
  name: "quota-headroom",
  group: "stack",
  severity: "medium",
  level: "advisory",
  description: "New clusters must leave quotas below the threshold of the quota notification.",
  remediation: "Use fewer or smaller nodes, or ask for a higher quota.",
  reference: "platform-api §2.12, §8",
  needs: "quotas",
  config: z.object({
    threshold: z.int().min(min).max(max).default(standard).describe("Percent of a quota above which it is too much."),
    quotas: z
      .record(z.string().regex(/^\d+$/), z.partialRecord(z.enum(regionalQuotaNames), quota))
      .optional()
      .describe("Quotas by region and name, such as those of quotas.getNotificationThreshold. Left out: not judged."),
  }),
  early: ["kubernetes.Cluster"],
  needsPrior: true,
  judgeStack({ subjects, read, config: { threshold, quotas }, prior, report }) {
    if (quotas === undefined) return;
    // What is there already is part of the usage.
    const existing = new Set("missing" in prior ? [] : prior.subjects.map((subject) => subject.urn));
    const needs = new Map<string, number>();
    for (const cluster of subjects.filter((one) => one.kind === "kubernetes.Cluster" && !existing.has(one.urn))) {
      const value = read(cluster);
      const region = value.get("regionId").number();
      if (region === undefined) continue;
      for (const [name, amount] of needOf(value))
        needs.set(`${region} ${name}`, (needs.get(`${region} ${name}`) ?? 0) + amount);
    }
    for (const [key, need] of needs) {
      const [region = "", name = ""] = key.split(" ");
      const held = quotas[region]?.[name as (typeof regionalQuotaNames)[number]];
      if (held === undefined) continue;
      const total = held.usage + need;
      if (total > (held.limit * threshold) / 100)
        report(
          undefined,
          `region ${region}: ${name} would be ${total} of ${held.limit}, above ${threshold} percent (${held.usage} in use, ${need} more wanted)`,
        );
    }
  },
});

/** What a cluster takes from the quotas at its least nodes, as far as it can be told from its declaration. */
function needOf(cluster: Value): [string, number][] {
  const need: [string, number][] = [["cluster_count", 1]];
  for (const pool of cluster.get("pools").elements()) {
    const nodes = pool.get("minNodeCount").number();
    const flavor = pool.get("flavorId").text();
    if (nodes === undefined || flavor === undefined) continue;
    if (pool.get("isPublicIpv4").boolean() === true) need.push(["external_ip_count", nodes]);
    if (!isVirtualFlavor(flavor)) continue;
    need.push(["vm_count", nodes], ["volume_count", nodes], ["servergroup_count", 1]);
    need.push(["volume_size", nodes * (pool.get("bootVolumeSize").number() ?? 0)]);
    const size = /-(\d+)-(\d+)$/.exec(flavor);
    if (size !== null) need.push(["cpu_count", nodes * Number(size[1])]);
  }
  return need;
}
