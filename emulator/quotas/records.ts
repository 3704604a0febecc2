import { notificationThresholdRecord } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** Limit and usage of one quota, without the usage of the stored clusters. */
const quota = z.strictObject({ limit: z.number().min(0), usage: z.number().min(0).default(0) });

/** Stored quotas of a region, or of the client (id `global`). */
export const storedQuotas = z.strictObject({
  region_id: z.int().min(1).nullable().describe("null: global quotas of the client."),
  quotas: z.record(z.string(), quota).describe("Quotas by their names in platform-api §2.12."),
});

export const storedThreshold = notificationThresholdRecord.extend({ client_id: z.int() });

export type Quotas = z.output<typeof storedQuotas>;
export type Quota = Quotas["quotas"][string];
