import { storageEventNames, storageEventUnits } from "@cloudplatform/pulumi/api";
import { z } from "zod";

export type EventKind = (typeof storageEventNames)[number];

/** An event as it is kept: a level beyond 2^53 is text, so that no digit is lost in the store. */
const storedEvent = z.object({
  bucket_name: z.string().optional(),
  storage_name: z.string().optional(),
  uuid: z.string().optional(),
  level: z.union([z.int().min(0), z.string().regex(/^\d{1,20}$/)]).optional(),
});

/** All events of one kind, in their order. */
export const storedEvents = z.object({ kind: z.enum(storageEventNames), events: z.array(storedEvent) });

export type StoredEvent = z.output<typeof storedEvent>;

/** A level on the wire: a number while that is exact. */
type Level = number | bigint;
type Incoming = {
  bucket_name?: string;
  storage_name?: string;
  uuid?: string;
  bytes?: Level | string;
  count?: Level | string;
};

/** Space and traffic are counted in bytes, files and requests by number (platform-api §6). */
export function toStored(kind: EventKind, { bytes, count, ...place }: Incoming): StoredEvent {
  const level = storageEventUnits[kind] === "bytes" ? bytes : count;
  return { ...place, ...(level !== undefined && { level: typeof level === "bigint" ? String(level) : level }) };
}

export function toShown(kind: EventKind, { level, ...place }: StoredEvent) {
  if (level === undefined) return place;
  const exact: Level = typeof level === "string" ? BigInt(level) : level;
  return { ...place, [storageEventUnits[kind]]: exact };
}

/** Whether two events are about the same storage. */
export function sameStorage(one: StoredEvent, other: StoredEvent): boolean {
  return one.uuid === other.uuid && one.bucket_name === other.bucket_name && one.storage_name === other.storage_name;
}
