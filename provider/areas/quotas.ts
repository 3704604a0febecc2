import { getNotificationThreshold } from "../lookups/quotas.ts";
import { outputOf } from "./output.ts";

export { getNotificationThreshold, type QuotaUsage, quotaUsages } from "../lookups/quotas.ts";
export {
  NotificationThreshold,
  type NotificationThresholdArgs,
} from "../resources/notification-threshold/notification-threshold.ts";
export type * from "../types/quotas.ts";

/** {@link getNotificationThreshold} that takes Inputs. */
export const getNotificationThresholdOutput = outputOf(getNotificationThreshold);
