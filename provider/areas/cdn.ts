export { RuleTemplate, type RuleTemplateArgs } from "../resources/rule-template.ts";
