import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const poolAutoHealing = resourceRule({
  name: "pool-auto-healing",
  group: "guard-rails",
  severity: "medium",
  level: "advisory",
  description: "Pools must replace failed nodes.",
  remediation: "Set autoHealingEnabled: true; it changes in place.",
  reference: "platform-api §2.3",
  config: z.object({}),
  on: ["kubernetes.Cluster"],
  // Changes in place, and only replaces failed nodes.
  remediate: (properties, { replaceAt }) =>
    replaceAt(properties, ["pools"], (pools) => {
      if (!Array.isArray(pools)) return undefined;
      const changed = pools.map((pool) => replaceAt(pool, [], switchedOn));
      return changed.every((pool) => pool === undefined)
        ? undefined
        : pools.map((pool, index) => changed[index] ?? pool);
    }),
  evaluate({ value, report }) {
    for (const pool of value.get("pools").elements()) {
      const healing = pool.get("autoHealingEnabled");
      // An omitted value means off (companion §2.3).
      if (healing.boolean() === false || !healing.isGiven()) report(healing, "must be true; it is off");
    }
  },
});

/** Undefined if auto-healing is on, or not known yet. */
function switchedOn(pool: unknown): unknown {
  if (pool === null || typeof pool !== "object") return undefined;
  const healing = Reflect.get(pool, "autoHealingEnabled") ?? false;
  return healing === false ? { ...pool, autoHealingEnabled: true } : undefined;
}
