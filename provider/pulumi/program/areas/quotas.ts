import { getNotificationThreshold } from "../../../functions/quotas.ts";
import { outputOf } from "./output.ts";

export { getNotificationThreshold, type QuotaUsage, quotaUsages } from "../../../functions/quotas.ts";
export type * from "../../../types/quotas.ts";
export { NotificationThreshold, type NotificationThresholdArgs } from "../resources/notification-threshold.ts";

/** {@link getNotificationThreshold} that takes Inputs. */
export const getNotificationThresholdOutput = outputOf(getNotificationThreshold);
