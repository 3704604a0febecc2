import { z } from "zod";
import { endpoints, ruleTemplateBody } from "../api/index.ts";
import type { GetRuleTemplateArgs, GetRuleTemplatesArgs, RuleTemplateResult } from "../types/cdn.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";

export type * from "../types/cdn.ts";

/**
 * Reads a CDN rule template by its id, including a system template.
 *
 * *Errors:* `ResponseError` with status 404 if no template has this id. *Source:* companion §3.1.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 *
 * export const rule = (await cdn.getRuleTemplate({ id: 1 })).rule;
 * ```
 */
export const getRuleTemplate = lookup<GetRuleTemplateArgs, RuleTemplateResult>({
  name: "cdn.getRuleTemplate",
  endpoint: endpoints["ruleTemplates.get"],
  renamed: { rule_template_id: "id" },
  secrets: ruleTemplateBody,
});

const list: Definition = {
  name: "cdn.getRuleTemplates",
  endpoint: endpoints["ruleTemplates.list"],
  own: allPages,
  paging: { items: "results", id: "id", by: "offset", whole: true, isBareWhole: true },
  secrets: z.array(ruleTemplateBody),
};

/**
 * Lists CDN rule templates, including system templates (`default: true`). Returns all templates unless `limit` or `offset`
 * selects a page.
 *
 * *Source:* companion §3.1.
 *
 * @example
 * ```ts
 * import { cdn } from "@cloudplatform/pulumi";
 *
 * export const own = (await cdn.getRuleTemplates()).filter((template) => !template.default).map((template) => template.rule);
 * ```
 */
export const getRuleTemplates = lookup<GetRuleTemplatesArgs, RuleTemplateResult[]>(
  list,
  // The list comes bare, or wrapped where the platform pages it.
  (response: RuleTemplateResult[] | { results: RuleTemplateResult[] }) =>
    Array.isArray(response) ? response : response.results,
);

/** Iterates over CDN rule templates, with one page in memory at a time. */
export const iterateRuleTemplates = listWalk<GetRuleTemplatesArgs, RuleTemplateResult>(list);
