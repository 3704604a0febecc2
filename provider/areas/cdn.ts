import { getRuleTemplate, getRuleTemplates } from "../lookups/cdn.ts";
import { outputOf } from "./output.ts";

export {
  type GetRuleTemplateArgs,
  type GetRuleTemplatesArgs,
  getRuleTemplate,
  getRuleTemplates,
  iterateRuleTemplates,
} from "../lookups/cdn.ts";
export { RuleTemplate, type RuleTemplateArgs } from "../resources/rule-template.ts";

/** {@link getRuleTemplate} that takes Inputs. */
export const getRuleTemplateOutput = outputOf(getRuleTemplate);

/** {@link getRuleTemplates} that takes Inputs. */
export const getRuleTemplatesOutput = outputOf(getRuleTemplates);
