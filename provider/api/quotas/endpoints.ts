import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../field.ts";
import { notificationThresholdBody, notificationThresholdRecord } from "./notification-threshold.ts";

const path = "/cloud/v2/client_quotas/{client_id}/notification_threshold";
const params = z.object({ client_id: id.describe("Client.") });

export const quotasEndpoints = [
  endpoint({
    id: "notificationThreshold.get",
    area: "cloud",
    method: "GET",
    path,
    summary: "Read the quota notification threshold of a client",
    source: "platform-api §4 #14",
    params,
    response: notificationThresholdRecord,
  }),
  endpoint({
    id: "notificationThreshold.set",
    area: "cloud",
    method: "PUT",
    path,
    summary: "Set the quota notification threshold of a client",
    source: "companion §6.2",
    params,
    body: notificationThresholdBody,
    response: notificationThresholdRecord,
  }),
  endpoint({
    id: "notificationThreshold.reset",
    area: "cloud",
    method: "DELETE",
    path,
    summary: "Reset the quota notification threshold of a client to its default",
    source: "companion §6.2",
    params,
    status: 204,
  }),
] as const;
