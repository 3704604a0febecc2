import { z } from "zod";
import { typeNames } from "../type-names.ts";
import { uint64, uint64Response } from "./uint64.ts";

/** Events for a storage that reaches a level of usage. platform-api §6, §4 #13; single events: companion §6.1. */

const place = {
  bucket_name: z.string().optional().describe("Bucket."),
  storage_name: z.string().optional().describe("Storage."),
  uuid: z.string().optional().describe("Storage id (UUID)."),
};

const countEvent = z
  .object({ ...place, count: uint64.optional().describe("Level that is reached.") })
  .register(typeNames, {
    token: "storage/event:CountEvent",
    description: "A level of files or requests that a storage reaches.",
  });
const bytesEvent = z
  .object({ ...place, bytes: uint64.optional().describe("Level that is reached, in bytes.") })
  .register(typeNames, {
    token: "storage/event:BytesEvent",
    description: "A level of space or traffic that a storage reaches.",
  });

/** The kinds of events, and the unit of each. */
export const storageEventUnits = {
  reaching_files_quantity: "count",
  reaching_used_requests: "count",
  reaching_used_space: "bytes",
  reaching_used_traffic: "bytes",
} as const;

export const storageEventNames = [
  "reaching_files_quantity",
  "reaching_used_requests",
  "reaching_used_space",
  "reaching_used_traffic",
] as const satisfies (keyof typeof storageEventUnits)[];

/** An array that is sent replaces the stored one; the others stay unchanged. */
export const storageEventsBody = z.object({
  reaching_files_quantity: z.array(countEvent).optional().describe("Levels of the number of files."),
  reaching_used_requests: z.array(countEvent).optional().describe("Levels of the number of requests."),
  reaching_used_space: z.array(bytesEvent).optional().describe("Levels of space."),
  reaching_used_traffic: z.array(bytesEvent).optional().describe("Levels of traffic."),
});

/** A single event. companion §6.1. */
export const storageEventBody = z.object({
  name: z.enum(storageEventNames).describe("Kind of the event."),
  ...place,
  count: uint64.optional().describe("Level, for files and requests."),
  bytes: uint64.optional().describe("Level in bytes, for space and traffic."),
});

const answeredPlace = {
  bucket_name: z.string().nullish().describe("Bucket."),
  storage_name: z.string().nullish().describe("Storage."),
  uuid: z.string().nullish().describe("Storage id (UUID)."),
};

const answeredCount = uint64Response.nullish().describe("Level that is reached; decimal text beyond 2^53.");
const answeredBytes = uint64Response.nullish().describe("Level that is reached, in bytes; decimal text beyond 2^53.");
const countRecords = z
  .array(
    z.looseObject({ ...answeredPlace, count: answeredCount }).register(typeNames, {
      token: "storage/event:CountEventResult",
      description: "A storage that reaches a number of files or requests.",
    }),
  )
  .nullish();
const bytesRecords = z
  .array(
    z.looseObject({ ...answeredPlace, bytes: answeredBytes }).register(typeNames, {
      token: "storage/event:BytesEventResult",
      description: "A storage that reaches an amount of space or traffic.",
    }),
  )
  .nullish();

/** Each array may be empty or absent. platform-api §6. */
export const storageEvents = z
  .looseObject({
    reaching_files_quantity: countRecords.describe("Levels of the number of files."),
    reaching_used_requests: countRecords.describe("Levels of the number of requests."),
    reaching_used_space: bytesRecords.describe("Levels of space."),
    reaching_used_traffic: bytesRecords.describe("Levels of traffic."),
  })
  .register(typeNames, {
    token: "storage/event:StorageEventsResult",
    description: "Events about storages that reach a level of usage.",
    source: "platform-api §6",
  });

export const storageEvent = z.looseObject({
  name: z.string().describe("Kind of the event."),
  ...answeredPlace,
  count: answeredCount,
  bytes: answeredBytes,
});
export type StorageEvents = z.output<typeof storageEvents>;
