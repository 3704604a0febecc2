import { z } from "zod";
import { listOf, openEnum, textMap, timestamp } from "../field.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

const { appStatus } = limits.edge;

/** Kinds of apps: HTTP entry point, or callable from the CDN. platform-api §2.7. */
export const apiTypes = ["wasi-http", "proxy-wasm"] as const;

/** Meanings of an app's numeric status. platform-api §3.3. */
export const appStatuses = {
  0: "draft",
  1: "enabled",
  2: "disabled",
  3: "hourly call limit exceeded",
  4: "daily call limit exceeded",
  5: "suspended",
} as const;

const orderings = ["name", "status", "id", "template", "binary", "plan"] as const;

/** A leading minus means descending. platform-api §4 #7. */
export const appOrderings = orderings.flatMap((field) => [field, `-${field}`] as const);

/** Filters and paging of the list of apps. platform-api §4 #7; the contract gives no maximum for `limit`. */
export const appsQuery = z.object({
  name: z.string().optional().describe("Only the app of exactly this name."),
  api_type: z.enum(apiTypes).optional().describe("Only apps of this API type."),
  status: z
    .int()
    .min(appStatus.min)
    .max(appStatus.max)
    .optional()
    .describe(
      "Only apps in this state: 0 draft, 1 enabled, 2 disabled, 3 hourly and 4 daily limit exceeded, 5 suspended.",
    ),
  template: z.int().optional().describe("Only apps of this template."),
  binary: z.int().optional().describe("Only apps of this binary."),
  plan: z.int().optional().describe("Only apps of this plan."),
  limit: z.int().min(1).optional().describe("Maximum number of apps in the response."),
  offset: z.int().min(0).optional().describe("Number of apps to skip."),
  ordering: z.enum(appOrderings).optional().describe("Order of the list; a leading minus means descending."),
});

const fields = {
  name: z.string().nullish().describe("Name of the app."),
  url: z.string().nullish().describe("URL of the app."),
  status: z
    .int()
    .describe("0 draft, 1 enabled, 2 disabled, 3 hourly limit exceeded, 4 daily limit exceeded, 5 suspended."),
  binary: z.int().nullish().describe("Binary id."),
  comment: z.string().nullish().describe("Comment."),
  api_type: openEnum(apiTypes).nullish().describe("`wasi-http`: HTTP entry point. `proxy-wasm`: callable from CDN."),
  debug_until: timestamp.nullish().describe("When debug logging ends."),
  template: z.int().nullish().describe("Template id."),
  template_name: z.string().nullish().describe("Name of the template."),
  networks: z.array(z.string()).nullish().describe("Networks that run the app."),
  upgradeable_to: z.int().nullish().describe("Binary that the app can be upgraded to."),
  plan_id: z.int().nullish().describe("Plan id."),
  plan: z.string().nullish().describe("Name of the plan."),
};

/** An app in a list. platform-api §2.7. */
export const app = z
  .looseObject({ id: z.int().describe("App id."), ...fields })
  .register(typeNames, { token: "edge/app:AppResult", description: "An edge app." });

export const appList = z
  .looseObject({
    apps: listOf(app).describe("Apps of this page."),
    count: z.int().nullish().describe("Total number of apps that match the filters."),
  })
  .register(typeNames, {
    token: "edge/app:GetAppsResult",
    description: "A page of edge apps.",
    source: "platform-api §4 #7",
  });

/** A single app; its id is only in the path. companion §5.1. */
export const appDetails = z.looseObject({
  id: z.int().nullish().describe("App id; omitted by some platforms."),
  ...fields,
  env: textMap.nullish().describe("Environment variables."),
  rsp_headers: textMap.nullish().describe("Headers that are added to responses."),
  secrets: z
    .record(
      z.string(),
      z.looseObject({
        id: z.int().nullish().describe("Secret id."),
        name: z.string().nullish().describe("Name of the secret."),
        comment: z.string().nullish().describe("Comment."),
      }),
    )
    .nullish()
    .describe("Secrets by the name under which the app sees them."),
  debug: z.boolean().nullish().describe("Whether debug logging is on."),
});
