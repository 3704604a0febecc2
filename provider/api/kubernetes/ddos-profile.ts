import { z } from "zod";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

/** Protection from DDoS. platform-api §2.3; `value` and `profile_template_name`: companion §2.3. */
export const ddosProfile = z
  .object({
    enabled: z.boolean().describe("Whether protection is on."),
    fields: z
      .array(
        z
          .object({
            base_field: z.int().describe("Id of the field in the profile template."),
            field_value: z.array(z.int()).nullish().describe("Values of the field."),
            value: z.string().max(limits.kubernetes.ddosFieldValueLength.max).nullish().describe("Value as text."),
          })
          .register(typeNames, {
            token: "kubernetes/network:DdosProfileField",
            description: "A field of the DDoS protection profile.",
          }),
      )
      .nullish()
      .register(fieldMetadata, { listKey: "base_field" })
      .describe("Fields of the profile."),
    profile_template: z.int().nullish().describe("Id of the profile template."),
    profile_template_name: z.string().nullish().describe("Name of the profile template."),
  })
  .register(typeNames, { token: "kubernetes/network:DdosProfile" })
  .nullish()
  .describe("DDoS protection.");

/** As the platform returns it: a field's value may be any JSON there (companion §2.3). */
export const ddosProfileRecord = z
  .looseObject({
    enabled: z.boolean().nullish().describe("Whether protection is on."),
    fields: z
      .array(
        z
          .looseObject({
            base_field: z.int().nullish().describe("Id of the field in the profile template."),
            field_value: z.json().nullish().describe("Values of the field."),
            value: z.string().nullish().describe("Value as text."),
          })
          .register(typeNames, {
            token: "kubernetes/network:DdosProfileFieldResult",
            description: "A field of the DDoS protection profile, as the platform returns it.",
          }),
      )
      .nullish()
      .describe("Fields of the profile."),
    profile_template: z.int().nullish().describe("Id of the profile template."),
    profile_template_name: z.string().nullish().describe("Name of the profile template."),
  })
  .register(typeNames, { token: "kubernetes/network:DdosProfileResult" });
