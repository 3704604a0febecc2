import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const ruleType = limitRule({
  name: "rule-type",
  on: "cdn.RuleTemplate",
  what: "the type of a rule",
  of: (value) => [value.get("ruleType")],
  measure: "number",
  bounds: limits.cdn.ruleType,
  reference: "platform-api §2.2, §8",
});
