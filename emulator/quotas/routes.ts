/** Regional quotas with their usage, and the threshold of the quota notification. */
import { limits } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import type { HandlersOf } from "../server/handler.ts";

/** Threshold of the quota notification. platform-api §2.12, §4 #14, companion §6.2. */
export const notificationThreshold: HandlersOf<"notificationThreshold"> = {
  "notificationThreshold.get": ({ params }, platform) => current(platform, params.client_id),

  "notificationThreshold.set": ({ params, body }, platform) => {
    const threshold = {
      ...current(platform, params.client_id),
      threshold: body.threshold,
      ...(body.last_message !== undefined && { last_message: body.last_message }),
      ...(body.last_sending !== undefined && { last_sending: body.last_sending }),
    };
    platform.store.thresholds.put(params.client_id, threshold);
    return threshold;
  },

  // Restores the default threshold and keeps the last notification.
  "notificationThreshold.reset": ({ params }, platform) => {
    const kept = platform.store.thresholds.get(params.client_id);
    if (kept === undefined) return;
    platform.store.thresholds.put(params.client_id, {
      ...kept,
      threshold: limits.quotas.notificationThreshold.default,
    });
  },
};

function current({ store }: Platform, clientId: number) {
  return (
    store.thresholds.get(clientId) ?? {
      client_id: clientId,
      threshold: limits.quotas.notificationThreshold.default,
      last_sending: null,
      last_message: null,
    }
  );
}
