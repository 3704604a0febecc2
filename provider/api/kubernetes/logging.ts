import { z } from "zod";
import { id } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

const { logRetention, logTopicNameLength } = limits.kubernetes;

/** Logs of a cluster in the platform's logging. platform-api §2.3; bounds: companion §2.3. */
export const logging = z
  .object({
    enabled: z.boolean().default(false).describe("Whether logs are stored."),
    destination_region_id: id
      .nullish()
      .register(fieldMetadata, { serverDefault: true })
      .describe("Region that stores the logs."),
    topic_name: z
      .string()
      .min(logTopicNameLength.min)
      .max(logTopicNameLength.max)
      .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
        error: "must consist of labels joined by dots, each of lower-case letters, digits and inner hyphens",
      })
      .nullish()
      .register(fieldMetadata, { serverDefault: true })
      .describe("Topic that the logs go to."),
    retention_policy: z
      .object({
        period: z
          .int()
          .min(logRetention.min)
          .max(logRetention.max)
          .nullable()
          .register(fieldMetadata, { unit: "days" })
          .describe("Retention of the logs. null: indefinitely."),
      })
      .register(typeNames, { token: "kubernetes/logging:LogRetention" })
      .nullish()
      .describe("Retention of the logs."),
  })
  .register(typeNames, { token: "kubernetes/logging:Logging" })
  .nullish()
  .describe("Logs of the cluster in the platform's logging service.");

/** As the platform returns it. companion §2.4. */
export const loggingRecord = z
  .looseObject({
    enabled: z.boolean().nullish().describe("Whether logs are stored."),
    destination_region_id: z.int().nullish().describe("Region that stores the logs."),
    topic_name: z.string().nullish().describe("Topic that the logs go to."),
    retention_policy: z
      .looseObject({ period: z.int().nullish().describe("Retention of the logs, in days.") })
      .register(typeNames, { token: "kubernetes/logging:LogRetentionResult" })
      .nullish()
      .describe("Retention of the logs."),
  })
  .register(typeNames, { token: "kubernetes/logging:LoggingResult" });
