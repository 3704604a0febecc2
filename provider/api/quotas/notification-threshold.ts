import { z } from "zod";
import { timestamp } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";
import { globalQuotaNames, regionalQuotaNames } from "./quota-names.ts";

const { notificationThreshold } = limits.quotas;

/** Limit and usage of a quota. platform-api §2.12. */
const quotaEntry = z
  .looseObject({
    limit: z.number().nullish().describe("Limit of the quota."),
    usage: z.number().nullish().describe("Usage of the quota."),
  })
  .register(typeNames, { token: "quotas/quota:QuotaEntry", description: "Limit and usage of a quota." });

type QuotaFields<Name extends string> = {
  [K in `${Name}_limit` | `${Name}_usage`]: z.ZodOptional<z.ZodNullable<typeof quotaEntry>>;
};

/** Every quota has two keys, and each has the whole entry as its value (platform-api §2.12). */
function quotaFields<const Name extends string>(names: readonly Name[]): QuotaFields<Name> {
  const entries = names.flatMap((name) => [
    [`${name}_limit`, quotaEntry.nullish().describe(`Quota ${name}.`)],
    [`${name}_usage`, quotaEntry.nullish().describe(`Quota ${name}.`)],
  ]);
  return Object.fromEntries(entries) as QuotaFields<Name>;
}

export const globalQuotas = z
  .looseObject(quotaFields(globalQuotaNames))
  .register(typeNames, { token: "quotas/quota:GlobalQuotas" });

export const regionalQuotas = z
  .looseObject({
    region_id: z.int().nullish().describe("Region."),
    region_name: z.string().nullish().describe("Name of the region."),
    ...quotaFields(regionalQuotaNames),
  })
  .register(typeNames, { token: "quotas/quota:RegionalQuotas", description: "Quotas of a region." });

const threshold = z
  .int()
  .min(notificationThreshold.min)
  .max(notificationThreshold.max)
  .register(fieldMetadata, { unit: "percent" });

const lastMessage = z
  .looseObject({
    global_quotas: globalQuotas.nullish().describe("Quotas of the client in all regions."),
    regional_quotas: z.array(regionalQuotas).nullish().describe("Regional quotas, one element per region."),
  })
  .register(typeNames, { token: "quotas/notification-threshold:QuotaMessage", description: "Quotas in a warning." })
  .nullish()
  .describe("Quotas in the last warning. null: none was sent.");

const lastSending = timestamp.nullish().describe("When the last e-mail was sent. null: never.");

/** platform-api §2.12. */
export const notificationThresholdRecord = z
  .looseObject({
    client_id: z.int().nullish().describe("Client."),
    threshold: threshold.default(notificationThreshold.default).describe("Quota usage at which the e-mail is sent."),
    last_sending: lastSending,
    last_message: lastMessage,
  })
  .register(typeNames, {
    token: "quotas/notification-threshold:NotificationThresholdResult",
    description: "Quota usage (percent) at which a client gets an e-mail, and the quotas in the last warning.",
    source: "platform-api §2.12",
  });

/** Body of PUT, which creates or changes the threshold. companion §6.2. */
export const notificationThresholdBody = z.object({
  threshold: threshold.describe("Quota usage at which the e-mail is sent."),
  last_sending: lastSending.describe("When the last e-mail was sent.").register(fieldMetadata, { serverDefault: true }),
  last_message: lastMessage.describe("Quotas in the last warning.").register(fieldMetadata, { serverDefault: true }),
});

export type NotificationThreshold = z.output<typeof notificationThresholdRecord>;
