import type { Handlers } from "../server/handler.ts";
import { ruleTemplates } from "./rule-templates.ts";
import { tasks } from "./tasks.ts";

/** What each endpoint of the table does. */
export const handlers: Partial<Handlers> = { ...ruleTemplates, ...tasks };
