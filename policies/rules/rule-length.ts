import { limits } from "@cloudplatform/pulumi/api";
import { lengthOf, limitRule } from "../engine/limit-rule.ts";

export const ruleLength = limitRule({
  name: "rule-length",
  on: "cdn.RuleTemplate",
  what: "the pattern of a rule template",
  of: (value) => [value.get("rule")],
  measure: "length",
  // The slash in front is added by the provider, and by the platform; it is no part of the pattern as it was written.
  lengthOf: (rule) => lengthOf(rule.replace(/^\//, "")),
  bounds: limits.cdn.ruleLength,
  reference: "platform-api §2.2, §8",
  remediation: "Shorten the pattern, or split it over several rule templates.",
});
