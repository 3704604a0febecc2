import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const ruleWeight = limitRule({
  name: "rule-weight",
  on: "cdn.RuleTemplate",
  what: "the weight of a rule template",
  of: (value) => [value.get("weight")],
  measure: "number",
  bounds: limits.cdn.weight,
  reference: "platform-api §2.2, §8",
});
