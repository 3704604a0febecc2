import { z } from "zod";
import { id, listOf, pageOf } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";
import { options } from "./options/index.ts";

const { ruleLength, ruleType, weight } = limits.cdn;

const originProtocols = ["HTTPS", "HTTP", "MATCH"] as const;

/** The fields of a rule template. platform-api §2.2, bounds also §8. */
const fields = {
  name: z
    .string()
    .min(1)
    .register(fieldMetadata, { serverDefault: true })
    .describe("Name of the template. The platform sets one if it is omitted."),
  rule: z
    .string()
    .min(1)
    .max(ruleLength.max)
    .describe(
      "Path of a file or folder, or a pattern, that the rule applies to. A leading slash is added if it is missing.",
    ),
  ruleType: z
    .int()
    .min(ruleType.min)
    .max(ruleType.max)
    .describe(
      "0: regular expression that starts with `^/` or `/`. 1: legacy regular expression; the platform puts a `/` before it.",
    ),
  weight: z
    .int()
    .min(weight.min)
    .max(weight.max)
    .register(fieldMetadata, { serverDefault: true })
    .describe("Order of execution, lowest first. The platform sets one if it is omitted."),
  overrideOriginProtocol: z
    .enum(originProtocols)
    .nullable()
    .describe(
      "Protocol of requests to the origin. `MATCH`: chosen automatically; the origin must serve both. null: inherited from the CDN resource.",
    ),
  options: options.describe(
    "CDN options by the platform's names. null: not added to the rule. Omitted: inherited from the CDN resource.",
  ),
};

/** Body of create and of PUT, which replaces the whole template. platform-api §4 #2, companion §3.1. */
export const ruleTemplateBody = z
  .object({
    rule: fields.rule,
    ruleType: fields.ruleType,
    name: fields.name.optional(),
    weight: fields.weight.optional(),
    overrideOriginProtocol: fields.overrideOriginProtocol.optional(),
    options: fields.options.optional(),
  })
  .register(typeNames, {
    token: "cdn/rule-template:RuleTemplateInputs",
    description: "Inputs of a CDN rule template: options for the paths that a rule matches.",
    source: "platform-api §2.2, §4 #2; companion §3",
  });

/** Body of PATCH: any subset of the fields. companion §3.1. */
export const ruleTemplatePatch = ruleTemplateBody.partial();

/** A rule template as the platform returns it. platform-api §2.2. */
export const ruleTemplate = z
  .looseObject({
    id: id.describe("Template id."),
    name: z.string().nullish().describe("Name of the template."),
    client: z.int().nullish().describe("Client that owns the template."),
    deleted: z.boolean().nullish().describe("Whether the template has been deleted."),
    rule: z.string().describe("Pattern with its leading slash."),
    ruleType: z.int().describe("0: regular expression. 1: legacy."),
    weight: z.int().nullish().describe("Order of execution, lowest first."),
    template: z.boolean().nullish().describe("Whether the rule is a template."),
    default: z.boolean().nullish().describe("Whether it is a system template, which cannot be changed."),
    overrideOriginProtocol: z.enum(originProtocols).nullish().describe("Protocol to the origin."),
    options: z
      .record(z.string(), z.looseObject({}).nullable())
      .register(typeNames, { token: "cdn/options:RuleTemplateOptions" })
      .nullish()
      .register(fieldMetadata, { verbatimKeys: true })
      .describe("CDN options; null or omitted if not set."),
  })
  .register(typeNames, {
    token: "cdn/rule-template:RuleTemplateResult",
    description: "A CDN rule template as the platform returns it.",
    source: "platform-api §2.2; companion §3",
  });

export type RuleTemplateBody = z.input<typeof ruleTemplateBody>;
export type RuleTemplateRecord = z.output<typeof ruleTemplate>;

const page = pageOf(ruleTemplate).extend({
  next: z.string().nullish().describe("URL of the next page."),
  previous: z.string().nullish().describe("URL of the previous page."),
});

/** The list is bare, or wrapped if the platform pages it (companion §3.1). */
export const ruleTemplateList = z.union([listOf(ruleTemplate), page]);
