import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const poolCountsInOrder = resourceRule({
  name: "pool-counts-in-order",
  group: "limits",
  severity: "high",
  level: "mandatory",
  description: "A pool's most nodes must be at least its least nodes.",
  remediation: "Raise maxNodeCount or lower minNodeCount.",
  reference: "companion §2.3",
  config: z.object({}),
  on: ["kubernetes.Cluster"],
  judge({ value, report }) {
    for (const pool of value.get("pools").elements()) {
      const min = pool.get("minNodeCount").number();
      const max = pool.get("maxNodeCount").number();
      if (min !== undefined && max !== undefined && max < min)
        report(pool.get("maxNodeCount"), `must be at least minNodeCount (${min}); it is ${max}`);
    }
  },
});
