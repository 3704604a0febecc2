import { z } from "zod";
import { listOf, openEnum } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { uniqueBy } from "../rules.ts";
import { typeNames } from "../type-names.ts";
import { apiTypes } from "./app.ts";

const { templateLongDescrLength, templateNameLength, templateParamNameLength, templateShortDescrLength } = limits.edge;

/** Types of a template's parameters, including those added after the contract. companion §5.2. */
export const paramTypes = ["string", "number", "date", "time", "secret", "store", "bool", "json", "enum"] as const;

const param = z
  .object({
    name: z
      .string()
      .min(templateParamNameLength.min)
      .max(templateParamNameLength.max)
      .describe("Name of the parameter, unique in its template."),
    data_type: z.enum(paramTypes).describe("Type of the parameter's value."),
    mandatory: z.boolean().default(false).describe("Whether an app must set it."),
    descr: z.string().optional().describe("Purpose of the parameter."),
  })
  .register(typeNames, {
    token: "edge/app-template:TemplateParam",
    description: "A parameter that an app of the template sets.",
  });

/** Body of create and of PUT, which clears omitted fields. platform-api §2.8, companion §5.1. */
export const appTemplateBody = z
  .object({
    binary_id: z.int().describe("Binary that the template's apps run."),
    name: z.string().min(templateNameLength.min).max(templateNameLength.max).describe("Name of the template."),
    owned: z.boolean().register(fieldMetadata, { writeOnly: true }).describe("Whether the user owns the template."),
    params: uniqueBy(z.array(param), "name")
      .register(fieldMetadata, { listKey: "name" })
      .describe("Parameters that an app of the template sets."),
    short_descr: z.string().max(templateShortDescrLength.max).optional().describe("One-line description."),
    long_descr: z.string().max(templateLongDescrLength.max).optional().describe("Full description."),
  })
  .register(typeNames, {
    token: "edge/app-template:AppTemplateInputs",
    description: "Inputs of an edge app template.",
    source: "platform-api §2.8, §4 #9; companion §5.2",
  });

const fields = {
  name: z.string().describe("Name of the template."),
  api_type: openEnum(apiTypes).describe("API type of the template's apps."),
  owned: z
    .boolean()
    .describe("Whether the user owns the template. Unreliable: often false regardless of what was sent."),
  short_descr: z.string().nullish().describe("One-line description; empty if not set."),
  long_descr: z.string().nullish().describe("Full description; empty if not set."),
};

/** A template in a list and in the responses of create and PUT. platform-api §2.8. */
export const appTemplate = z.looseObject({ id: z.int().describe("Template id."), ...fields }).register(typeNames, {
  token: "edge/app-template:AppTemplateSummaryResult",
  description: "An edge app template in a list, without its binary and parameters.",
});

export const appTemplateList = z
  .looseObject({
    templates: listOf(appTemplate).describe("Templates of this page."),
    count: z.int().nullish().describe("Total number of templates that match the filters."),
  })
  .register(typeNames, {
    token: "edge/app-template:GetAppTemplatesResult",
    description: "A page of edge app templates.",
    source: "companion §5.1",
  });

/** A single template. Its id may be only in the path, and a template without parameters may have null. companion §5.1, §5.3. */
export const appTemplateDetails = z
  .looseObject({
    id: z.int().nullish().describe("Template id; omitted by some platforms."),
    ...fields,
    api_type: fields.api_type.nullish(),
    owned: fields.owned.nullish(),
    binary_id: z.int().nullish().describe("Binary that the template's apps run."),
    params: z
      .array(
        z
          .looseObject({
            name: z.string().describe("Name of the parameter."),
            data_type: z.string().nullish().describe("Type of the parameter's value."),
            mandatory: z.boolean().nullish().describe("Whether an app must set it."),
            descr: z.string().nullish().describe("Purpose of the parameter; empty if not set."),
          })
          .register(typeNames, {
            token: "edge/app-template:TemplateParamResult",
            description: "A parameter that an app of the template sets, as the platform returns it.",
          }),
      )
      .nullish()
      .describe("Parameters that an app of the template sets."),
  })
  .register(typeNames, {
    token: "edge/app-template:AppTemplateResult",
    description: "An edge app template as the platform returns it.",
    source: "platform-api §2.8; companion §5.1, §5.3",
  });

export type AppTemplateBody = z.input<typeof appTemplateBody>;
