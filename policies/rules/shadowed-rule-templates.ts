import { z } from "zod";
import { stackRule } from "../engine/rule.ts";

export const shadowedRuleTemplates = stackRule({
  name: "shadowed-rule-templates",
  group: "stack",
  severity: "medium",
  level: "mandatory",
  description: "No two rule templates may have the same rule and weight.",
  remediation: "Give one of them another weight, or merge their options.",
  reference: "platform-api §2.2",
  config: z.object({}),
  evaluateStack({ resources, read, report }) {
    const seen = new Map<string, string>();
    for (const template of resources.filter((resource) => resource.kind === "cdn.RuleTemplate")) {
      const value = read(template);
      const rule = value.get("rule").text();
      const weight = value.get("weight").number();
      // Without a weight, the platform chooses one.
      if (rule === undefined || weight === undefined) continue;
      const position = `${weight} ${withoutSlash(rule)}`;
      const first = seen.get(position);
      if (first === undefined) seen.set(position, template.name);
      else report(template, `"${template.name}" and "${first}" both have rule ${rule} and weight ${weight}`);
    }
  },
});

/** `images/` and `/images/` are equal: the platform adds the slash. */
function withoutSlash(rule: string): string {
  return rule.replace(/^\//, "");
}
