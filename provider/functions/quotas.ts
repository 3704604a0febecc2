import { endpoints } from "../api/index.ts";
import type { GetNotificationThresholdArgs, NotificationThresholdResult } from "../types/quotas.ts";
import { lookup } from "./lookup.ts";

export type * from "../types/quotas.ts";

/**
 * Reads from which usage of its quotas on a client is warned (percent, 60..100, default 80), and the last warning with
 * all global and regional quotas. `clientId` comes from the settings when it is left out.
 *
 * *Source:* platform-api §4 #14, §2.12.
 *
 * @example
 * ```ts
 * import { quotas } from "@cloudplatform/pulumi";
 *
 * const { threshold, lastMessage } = await quotas.getNotificationThreshold({ clientId: 5 });
 * export const projects = lastMessage?.globalQuotas?.projectCountUsage?.usage;
 * export const warnedFrom = threshold;
 * ```
 */
export const getNotificationThreshold = lookup<GetNotificationThresholdArgs, NotificationThresholdResult>({
  name: "quotas.getNotificationThreshold",
  endpoint: endpoints["notificationThreshold.get"],
});

export { type QuotaUsage, quotaUsages } from "./quota-usage.ts";
