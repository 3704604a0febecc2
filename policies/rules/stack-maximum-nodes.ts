import { z } from "zod";
import { stackRule } from "../engine/rule.ts";

export const stackMaximumNodes = stackRule({
  name: "stack-maximum-nodes",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "The pools of a stack must not exceed a total number of nodes.",
  remediation: "Lower maxNodeCount of a pool, or move clusters to another stack.",
  reference: "platform-api §2.3",
  needs: "nodes",
  config: z.object({
    nodes: z
      .int()
      .min(1)
      .optional()
      .describe("Maximum number of nodes of all pools together, each at its maximum. Omitted: no limit."),
  }),
  validateBeforeCreate: ["kubernetes.Cluster"],
  evaluateStack({ resources, read, config: { nodes }, report }) {
    if (nodes === undefined) return;
    let total = 0;
    for (const cluster of resources.filter((resource) => resource.kind === "kubernetes.Cluster"))
      for (const pool of read(cluster).get("pools").elements()) {
        const most = pool.get("maxNodeCount");
        total += (most.isGiven() ? most.number() : pool.get("minNodeCount").number()) ?? 0;
      }
    if (total > nodes) report(undefined, `pools may grow to ${total} nodes; ${nodes} are allowed`);
  },
});
