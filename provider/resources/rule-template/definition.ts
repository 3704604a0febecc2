import { z } from "zod";
import { limits, ruleTemplate, ruleTemplateBody } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import { writeOnlyInput } from "../write-only-input.ts";
import { ruleTemplateLosses } from "./losses.ts";

const providerInputs = z.object({
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Creates the object even if an identical one exists outside the stack."),
  ...writeOnlyInput,
});

const { rule, client, template } = ruleTemplate.shape;

const outputs = z.object({
  name: z.string().describe("Name of the template, the platform's own if none was declared."),
  weight: z.int().describe("Order of execution, lowest first; the platform's own if none was declared."),
  rule,
  template_id: z.int().describe("Id of the template as a number."),
  client,
  deleted: z.boolean().describe("Whether the template has been deleted."),
  template,
  default: z.boolean().describe("Whether it is a system template, which cannot be changed."),
});

const isOneTooLong = (rule: unknown): rule is string =>
  typeof rule === "string" && rule.startsWith("/") && rule.length === limits.cdn.ruleLength.max + 1;

/** What a CDN rule template is. platform-api §2.2. */
export const ruleTemplateDefinition = {
  area: "cdn",
  type: "RuleTemplate",
  noun: "CDN rule template",
  schema: ruleTemplateBody,
  providerInputs,
  outputs,
  numericId: "templateId",
  identifyingInputs: ["rule", "ruleType"],
  identity: { inputs: ["rule"] },
  losses: ruleTemplateLosses,
  deletionLosses: ({ inputs }) => [`the CDN options for ${inputs?.rule}: its requests get other rules`],
  adoption: {
    word: "rule-template",
    importId: { form: "number of the template", example: "77" },
    // The slash that the platform adds does not count toward the maximum length (platform-api §2.2), but a given slash does.
    normalise: (live) => (isOneTooLong(live.rule) ? { ...live, rule: live.rule.slice(1) } : live),
  },
} as const satisfies ResourceDefinition;
