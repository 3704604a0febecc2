import type { Handlers } from "../server/handler.ts";
import { appLogs } from "./app-logs.ts";
import { appTemplates } from "./app-templates.ts";
import { apps } from "./apps.ts";
import { clusters } from "./clusters.ts";
import { gpuServers } from "./gpu-servers.ts";
import { kubernetes } from "./kubernetes.ts";
import { notificationThreshold } from "./notification-threshold.ts";
import { pools } from "./pools.ts";
import { prices } from "./prices.ts";
import { reservations } from "./reservations.ts";
import { ruleTemplates } from "./rule-templates.ts";
import { secrets } from "./secrets.ts";
import { storageEvents } from "./storage-events.ts";
import { streams } from "./streams.ts";
import { tasks } from "./tasks.ts";

/** What each endpoint of the table does. */
export const handlers: Handlers = {
  ...apps,
  ...appLogs,
  ...appTemplates,
  ...clusters,
  ...gpuServers,
  ...kubernetes,
  ...notificationThreshold,
  ...pools,
  ...prices,
  ...reservations,
  ...ruleTemplates,
  ...secrets,
  ...storageEvents,
  ...streams,
  ...tasks,
};
