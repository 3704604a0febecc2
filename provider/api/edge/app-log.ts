import { z } from "zod";
import { listOf, timestamp, zonedTimestamp } from "../field.ts";
import { typeNames } from "../type-names.ts";

/** Filters and paging of an app's logs. platform-api §4 #10; the name `search`: companion §5.1. */
export const appLogsQuery = z.object({
  from: zonedTimestamp.optional().describe("Only logs from this time on. Without it: the last hour."),
  to: zonedTimestamp.optional().describe("Only logs up to this time. Without it: now."),
  edge: z.string().optional().describe("Only logs of this edge server."),
  sort: z.enum(["desc", "asc"]).default("desc").describe("By time: `desc` newest first, `asc` oldest first."),
  limit: z.int().min(1).optional().describe("Maximum number of entries in the response."),
  offset: z.int().min(0).optional().describe("Number of entries to skip."),
  client_ip: z
    .ipv4({ error: "must be an IPv4 address" })
    .optional()
    .describe("Only logs of this client's IPv4 address."),
  search: z.string().optional().describe("Only logs that contain this text."),
});

/** platform-api §2.9. */
export const appLog = z
  .looseObject({
    id: z.string().nullish().describe("Log id."),
    app_name: z.string().nullish().describe("Name of the app."),
    timestamp: timestamp.nullish().describe("When the entry was written."),
    log: z.string().nullish().describe("Text of the log."),
    edge: z.string().nullish().describe("Name of the edge server."),
    client_ip: z.string().nullish().describe("Address of the client."),
  })
  .register(typeNames, { token: "edge/app-log:AppLogResult", description: "An entry of the log of an edge app." });

/** A page of logs. The total is in `total_count`, later in `count` (companion §9). */
export const appLogList = z
  .looseObject({
    logs: listOf(appLog).nullish().describe("Logs of this page."),
    offset: z.int().nullish().describe("Number of entries that were skipped."),
    total_count: z.int().nullish().describe("Total number of entries that match the filters."),
    count: z.int().nullish().describe("The same as `total_count`, from newer platforms."),
  })
  .register(typeNames, {
    token: "edge/app-log:GetAppLogsResult",
    description: "A page of the logs of an edge app.",
    source: "platform-api §4 #10",
  });
