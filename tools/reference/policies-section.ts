import { isStackRule, type Rule, rules } from "../../policies/index.ts";
import { resourceNames, resources } from "../../provider/resources/registry.ts";
import { table } from "./table.ts";

/** The resources of stack-wide rules that are not evaluated before a creation. */
const stackRules: Readonly<Record<string, readonly string[]>> = {
  "shadowed-rule-templates": ["cdn.RuleTemplate"],
  "no-rename-without-aliases": resourceNames,
  "no-loss-in-update": resourceNames.filter((name) => resources[name].losses !== undefined),
};

/** The rules of the policy pack that evaluate a resource, alone or with its whole stack. */
export function policyTable(resource: string): string {
  const rows = rules
    .filter((rule) => resourcesOf(rule).includes(resource))
    .map(({ name, level, description, remediation }) => [`\`${name}\``, level, description, remediation]);
  return table(["Rule", "Level", "Requirement", "Remediation"], rows);
}

function resourcesOf(rule: Rule): readonly string[] {
  if (!isStackRule(rule)) return rule.on;
  const named = rule.validateBeforeCreate ?? stackRules[rule.name];
  if (named === undefined) throw new Error(`Name the resources of the policy "${rule.name}" in policies-section.ts.`);
  return named;
}
