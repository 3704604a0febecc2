import { apiTypes, app, appDetails, appLog, appTemplateDetails } from "@cloudplatform/pulumi/api";
import { z } from "zod";

const { env, rsp_headers, debug } = appDetails.shape;

/** Stored edge app. */
export const storedApp = app.extend({
  env,
  rsp_headers,
  debug,
  secrets: z.record(z.string(), z.int()).default({}).describe("Ids of secrets, by the name that the app uses."),
});

/** Stored line of an app's log. */
export const storedLog = appLog.extend({ id: z.string(), app_id: z.int(), timestamp: z.string() });

/** Stored app template. */
export const storedAppTemplate = appTemplateDetails.extend({
  id: z.int(),
  api_type: z.enum(apiTypes),
  mine: z.boolean().default(false).describe("Whether the client created it; all others belong to the platform."),
  shared: z.boolean().default(false).describe("Shared with groups: can only be deleted with force=true."),
});

/** Stored secret, without its values. */
export const storedSecret = z.object({
  id: z.int(),
  name: z.string(),
  comment: z.string().default(""),
  secret_slots: z.array(z.object({ slot: z.int().min(0), checksum: z.string().describe("SHA-256 of the value.") })),
});

export type StoredApp = z.output<typeof storedApp>;
export type StoredLog = z.output<typeof storedLog>;
export type StoredAppTemplate = z.output<typeof storedAppTemplate>;
export type StoredSecret = z.output<typeof storedSecret>;
