import { limits } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

const { min, max } = limits.kubernetes.nodeCount;

export const poolMinimumNodes = resourceRule({
  name: "pool-minimum-nodes",
  group: "guard-rails",
  severity: "medium",
  level: "advisory",
  description: "A pool must have enough nodes to survive the loss of one.",
  remediation: "Raise minNodeCount.",
  reference: "platform-api §2.3",
  controls: { "iso-27001": ["A.8.14"] },
  config: z.object({
    nodes: z.int().min(min).max(max).default(2).describe("Minimum number of nodes of every pool."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { nodes }, report }) {
    for (const pool of value.get("pools").elements()) {
      const count = pool.get("minNodeCount").number();
      if (count !== undefined && count < nodes)
        report(pool.get("minNodeCount"), `must be at least ${nodes}; got ${count}`);
    }
  },
});
