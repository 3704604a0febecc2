export { RuleSet, type RuleSetArgs, type RuleSetRuleArgs } from "../resources/rule-set.ts";
export { RuleTemplate, type RuleTemplateArgs } from "../resources/rule-template.ts";
export * from "./functions/cdn.ts";
