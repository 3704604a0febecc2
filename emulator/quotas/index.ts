/** Regional quotas with their usage, and the threshold of the quota notification. */
export { notificationThreshold as quotaRoutes } from "./routes.ts";
