import { getRuleTemplate, getRuleTemplates } from "../lookups/cdn.ts";
import { outputOf } from "./output.ts";

export { getRuleTemplate, getRuleTemplates, iterateRuleTemplates } from "../lookups/cdn.ts";
export { RuleSet, type RuleSetArgs, type RuleSetRuleArgs } from "../resources/rule-set/rule-set.ts";
export { RuleTemplate, type RuleTemplateArgs } from "../resources/rule-template/rule-template.ts";
export type * from "../types/cdn.ts";

/** {@link getRuleTemplate} that takes Inputs. */
export const getRuleTemplateOutput = outputOf(getRuleTemplate);

/** {@link getRuleTemplates} that takes Inputs. */
export const getRuleTemplatesOutput = outputOf(getRuleTemplates);
