import { z } from "zod";
import { listOf } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { uniqueBy } from "../rules.ts";
import { typeNames } from "../type-names.ts";

const { secretCommentLength, secretNameLength, secretValueLength } = limits.edge;

/** Body of create and of PUT, which clears omitted fields. companion §5.1, bounds: companion §5.2. */
export const secretBody = z
  .object({
    name: z.string().min(secretNameLength.min).max(secretNameLength.max).describe("Name of the secret, unique."),
    comment: z.string().max(secretCommentLength.max).optional().describe("Comment."),
    secret_slots: uniqueBy(
      z.array(
        z
          .object({
            slot: z.int().min(0).describe("0, or the Unix time from which the value is effective."),
            value: z
              .string()
              .max(secretValueLength.max)
              .optional()
              .register(fieldMetadata, { secret: true, writeOnly: true })
              .describe("Value. The platform never returns it; a change on the platform is detected by its checksum."),
          })
          .register(typeNames, { token: "edge/secret:SecretSlot", description: "A value of a secret." }),
      ),
      "slot",
    )
      .optional()
      .register(fieldMetadata, { listKey: "slot" })
      .describe("Values, each with its effective-from time."),
  })
  .register(typeNames, {
    token: "edge/secret:SecretInputs",
    description: "Inputs of a secret of edge apps.",
    source: "platform-api §2.10; companion §5.1, §5.2",
  });

/** Body of PATCH: any subset of the fields. If slots are sent, they replace all slots. companion §5.1. */
export const secretPatch = secretBody.partial();

const fields = {
  name: z.string().describe("Name of the secret, unique."),
  comment: z.string().nullish().describe("Comment."),
  app_count: z.int().nullish().describe("Number of apps that use the secret."),
};

const record = {
  id: z.int().nullish().describe("Secret id; omitted by some platforms."),
  ...fields,
  secret_slots: z
    .array(
      z
        .looseObject({
          slot: z.int().describe("0, or the Unix time from which the value is effective."),
          checksum: z.string().nullish().describe("SHA-256 of the value, hexadecimal."),
        })
        .register(typeNames, {
          token: "edge/secret:SecretSlotResult",
          description: "A slot of a secret with the checksum of its value.",
        }),
    )
    .nullish()
    .describe("Slots with the checksums of their values."),
};

/** A secret. Its values are never returned, and its id may be only in the path. platform-api §2.10. */
export const secret = z.looseObject(record).register(typeNames, {
  token: "edge/secret:SecretResult",
  description: "A secret of edge apps; its values are never returned.",
  source: "platform-api §2.10, §4 #12",
});

/** A separate type: `getSecret` fills in the id, which a list cannot do. */
const secretSummary = z.looseObject(record).register(typeNames, {
  token: "edge/secret:SecretSummaryResult",
  description: "A secret of edge apps in a list; its values are never returned.",
});

export const secretList = z
  .looseObject({
    secrets: listOf(secretSummary).describe("Secrets of this page."),
    count: z.int().nullish().describe("Total number of secrets that match the filters."),
  })
  .register(typeNames, {
    token: "edge/secret:GetSecretsResult",
    description: "A page of secrets of edge apps.",
    source: "companion §5.1",
  });

export type SecretBody = z.input<typeof secretBody>;
export type SecretRecord = z.output<typeof secret>;
