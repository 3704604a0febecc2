import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const poolAutoHealing = resourceRule({
  name: "pool-auto-healing",
  group: "guard-rails",
  severity: "medium",
  level: "advisory",
  description: "Pools must replace nodes that fail.",
  remediation: "Set autoHealingEnabled: true; it changes in place.",
  reference: "platform-api §2.3",
  config: z.object({}),
  on: ["kubernetes.Cluster"],
  judge({ value, report }) {
    for (const pool of value.get("pools").elements()) {
      const healing = pool.get("autoHealingEnabled");
      // Left out means off (companion §2.3).
      if (healing.boolean() === false || !healing.isGiven()) report(healing, "must be true; it is off");
    }
  },
});
