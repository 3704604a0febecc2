export { NotificationThreshold, type NotificationThresholdArgs } from "../resources/notification-threshold.ts";
export * from "./functions/quotas.ts";
