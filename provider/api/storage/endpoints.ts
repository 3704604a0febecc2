import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { storageEvent, storageEventBody, storageEvents, storageEventsBody } from "./event.ts";

const all = "/storage/notifications/v1/events";
const one = "/storage/notifications/v1/event";
const query = z.object({ client_id: z.int().optional().describe("Client that owns the event.") });

/** Levels are unsigned 64-bit numbers, so all of these read and write JSON without loss. */
export const storageEndpoints = [
  endpoint({
    id: "storageEvents.upsert",
    area: "storage",
    method: "POST",
    path: all,
    summary: "Create or replace storage events, and read all",
    source: "platform-api §4 #13",
    body: storageEventsBody,
    bodyOptional: true,
    lossless: true,
    response: storageEvents,
  }),
  endpoint({
    id: "storageEvents.list",
    area: "storage",
    method: "GET",
    path: all,
    summary: "Read all storage events",
    source: "companion §6.1",
    lossless: true,
    response: storageEvents,
  }),
  endpoint({
    id: "storageEvents.create",
    area: "storage",
    method: "POST",
    path: one,
    summary: "Create a storage event",
    source: "companion §6.1",
    query,
    body: storageEventBody,
    lossless: true,
    response: storageEvent,
  }),
  endpoint({
    id: "storageEvents.replace",
    area: "storage",
    method: "PUT",
    path: one,
    summary: "Replace a storage event",
    source: "companion §6.1",
    query,
    body: storageEventBody,
    lossless: true,
    status: 204,
  }),
  endpoint({
    id: "storageEvents.delete",
    area: "storage",
    method: "DELETE",
    path: one,
    summary: "Delete a storage event",
    source: "companion §6.1",
    query,
    body: storageEventBody,
    lossless: true,
    status: 204,
  }),
] as const;
