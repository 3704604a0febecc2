import { endpoints } from "../api/index.ts";
import type { GetNotificationThresholdArgs, NotificationThresholdResult } from "../types/quotas.ts";
import { lookup } from "./lookup.ts";

export type * from "../types/quotas.ts";

/**
 * Reads the quota usage (60 to 100 percent, default 80) at which a client gets an e-mail, and the last e-mail with all
 * global and regional quotas.
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
