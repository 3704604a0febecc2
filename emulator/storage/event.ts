import { storageEventUnits } from "@cloudplatform/pulumi/api";
import type { EventKind, StoredEvent } from "./records.ts";

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
