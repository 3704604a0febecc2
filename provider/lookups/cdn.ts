import type { z } from "zod";
import { endpoints, type options, type RuleTemplateRecord } from "../api/index.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";
import type { Shown } from "./shown.ts";
import type { AllPages, ArgsOf } from "./types.ts";

/** A CDN rule template as the platform has it; options keep the platform's own names. */
export interface RuleTemplateResult extends Omit<Shown<RuleTemplateRecord>, "options"> {
  options?: z.output<typeof options> | null;
}

export interface GetRuleTemplateArgs {
  /** Id of the template. */
  id: number;
}

/**
 * Reads a CDN rule template, a system template too.
 *
 * *Errors:* `ResponseError` with status 404 when there is none. *Source:* companion §3.1.
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
});

/** All templates; with `limit` or `offset`, one page. */
export type GetRuleTemplatesArgs = ArgsOf<"ruleTemplates.list"> & AllPages;

const list: Definition = {
  name: "cdn.getRuleTemplates",
  endpoint: endpoints["ruleTemplates.list"],
  own: allPages,
  paging: { items: "results", id: "id", by: "offset", whole: true, isBareWhole: true },
};

/**
 * Lists CDN rule templates, the system's too (`default: true`). All of them, unless `limit` or `offset` names a page.
 *
 * *Source:* companion §3.1.
 */
export const getRuleTemplates = lookup<GetRuleTemplatesArgs, RuleTemplateResult[]>(
  list,
  // The list comes bare, or wrapped where the platform pages it.
  (answer: RuleTemplateResult[] | { results: RuleTemplateResult[] }) =>
    Array.isArray(answer) ? answer : answer.results,
);

/** Reads CDN rule templates one by one, a page in memory at a time. */
export const iterateRuleTemplates = listWalk<GetRuleTemplatesArgs, RuleTemplateResult>(list);
