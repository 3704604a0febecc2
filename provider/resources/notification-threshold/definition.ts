import { z } from "zod";
import { id } from "../../api/field.ts";
import { fieldMetadata } from "../../api/field-metadata.ts";
import { notificationThresholdBody, notificationThresholdRecord } from "../../api/index.ts";
import { typeNames } from "../../api/type-names.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";

/** What a notification threshold is: one per client. platform-api §2.12; companion §6.2. */
export const notificationThresholdDefinition = {
  area: "quotas",
  type: "NotificationThreshold",
  noun: "quota notification threshold",
  schema: z
    .object({
      client_id: id.describe("Client.").register(fieldMetadata, { immutable: true }),
      threshold: notificationThresholdBody.shape.threshold,
    })
    .register(typeNames, {
      token: "quotas/notification-threshold:NotificationThresholdInputs",
      description: "Inputs of the quota notification threshold of a client.",
      source: "platform-api §2.12; companion §6.2",
    }),
  outputs: z.object({ last_sending: notificationThresholdRecord.shape.last_sending }),
  inId: ["clientId"],
  fromSettings: ["clientId"],
  identifyingInputs: ["clientId", "threshold"],
  identity: { inputs: ["clientId"] },
  isAlwaysThere: true,
  losses: undefined,
  deletionLosses: undefined,
  adoption: { word: "notification-threshold", importId: { form: "number of the client", example: "5" } },
} as const satisfies ResourceDefinition;
