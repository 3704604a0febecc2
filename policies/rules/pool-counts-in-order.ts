import { limits } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

const { nodeCount } = limits.kubernetes;

export const poolCountsInOrder = resourceRule({
  name: "pool-counts-in-order",
  group: "limits",
  severity: "high",
  level: "mandatory",
  description: "The maximum number of nodes of a pool must be at least its minimum.",
  remediation: "Raise maxNodeCount or lower minNodeCount.",
  reference: "companion §2.3",
  config: z.object({
    headroom: z
      .int()
      .min(0)
      .max(nodeCount.max)
      .default(0)
      .describe("Number of nodes by which a pool must be able to grow."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { headroom }, report }) {
    for (const pool of value.get("pools").elements()) {
      const min = pool.get("minNodeCount").number();
      const max = pool.get("maxNodeCount").number();
      if (min !== undefined && max !== undefined && max < min + headroom)
        report(
          pool.get("maxNodeCount"),
          `must be at least minNodeCount (${min})${headroom === 0 ? "" : ` and ${headroom} more`}; got ${max}`,
        );
    }
  },
});
