import type { Level, RuleMetadata } from "../engine/rule.ts";
import type { PackConfig } from "./schema.ts";

/** Level and parameters of a rule in a configuration. */
export function settingOf(
  config: PackConfig,
  rule: RuleMetadata,
): { level: Level; parameters: Record<string, unknown> } {
  const own = config[rule.name];
  const { enforcementLevel, ...parameters } = typeof own === "object" ? own : { enforcementLevel: own };
  return { level: enforcementLevel ?? allOf(config) ?? rule.level, parameters };
}

function allOf({ all }: PackConfig): Level | undefined {
  return typeof all === "object" ? all.enforcementLevel : all;
}
