import type { Handlers } from "../server/handler.ts";
import { clusters } from "./clusters.ts";
import { pools } from "./pools.ts";
import { ruleTemplates } from "./rule-templates.ts";
import { tasks } from "./tasks.ts";

/** What each endpoint of the table does. */
export const handlers: Partial<Handlers> = { ...clusters, ...pools, ...ruleTemplates, ...tasks };
