import { getRuleTemplate, getRuleTemplates } from "../../../functions/cdn.ts";
import { outputOf } from "./output.ts";

export { getRuleTemplate, getRuleTemplates, iterateRuleTemplates } from "../../../functions/cdn.ts";
export type * from "../../../types/cdn.ts";
export { RuleSet, type RuleSetArgs, type RuleSetRuleArgs } from "../resources/rule-set.ts";
export { RuleTemplate, type RuleTemplateArgs } from "../resources/rule-template.ts";

/** {@link getRuleTemplate} that takes Inputs. */
export const getRuleTemplateOutput = outputOf(getRuleTemplate);

/** {@link getRuleTemplates} that takes Inputs. */
export const getRuleTemplatesOutput = outputOf(getRuleTemplates);
