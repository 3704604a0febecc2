import { notificationThresholdRecord } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** What is allowed and used of one quota, beside what the platform's own records use. */
const quota = z.strictObject({ limit: z.number().min(0), usage: z.number().min(0).default(0) });

/** Quotas of a region, or of all of the client (id `global`). */
export const storedQuotas = z.strictObject({
  region_id: z.int().min(1).nullable().describe("null: quotas that hold for all of the client."),
  quotas: z.record(z.string(), quota).describe("By the names of platform-api §2.12."),
});

export const storedThreshold = notificationThresholdRecord.extend({ client_id: z.int() });

export type Quotas = z.output<typeof storedQuotas>;
export type Quota = Quotas["quotas"][string];
