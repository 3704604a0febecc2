import { allRules, type PackConfig, settingOf } from "../config/index.ts";

/** Rules that a run does not evaluate, and why. A report must not count them as passed. */
export function notEvaluated(config: PackConfig, failure: string | undefined): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const rule of allRules) {
    const { level, parameters } = settingOf(config, rule);
    if (level === "disabled") reasons[rule.name] = "disabled by the configuration";
    else if (rule.needs !== undefined && parameters[rule.needs] === undefined)
      reasons[rule.name] = `not configured: it needs the parameter ${rule.needs}`;
    else if (failure !== undefined) reasons[rule.name] = failure;
  }
  return reasons;
}
