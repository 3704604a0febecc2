// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getRuleTemplate, getRuleTemplates } from "../../../../functions/cdn.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/cdn.ts";

/** {@link getRuleTemplate} that takes Inputs. */
export const getRuleTemplateOutput = outputOf(getRuleTemplate);

/** {@link getRuleTemplates} that takes Inputs. */
export const getRuleTemplatesOutput = outputOf(getRuleTemplates);
