import { storageEventUnits } from "@cloudplatform/pulumi/api";
import type { EventKind, StoredEvent } from "./records.ts";

/** A level on the wire: a number if that is exact, otherwise a bigint. */
type Level = number | bigint;
type Incoming = {
  bucket_name?: string;
  storage_name?: string;
  uuid?: string;
  bytes?: Level | string;
  count?: Level | string;
};

/** Space and traffic are counted in bytes, files and requests by number (platform-api §6). */
export function toStored(kind: EventKind, { bytes, count, ...target }: Incoming): StoredEvent {
  const level = storageEventUnits[kind] === "bytes" ? bytes : count;
  return { ...target, ...(level !== undefined && { level: typeof level === "bigint" ? String(level) : level }) };
}

export function toResponse(kind: EventKind, { level, ...target }: StoredEvent) {
  if (level === undefined) return target;
  const exact: Level = typeof level === "string" ? BigInt(level) : level;
  return { ...target, [storageEventUnits[kind]]: exact };
}

/** Whether two events concern the same storage. */
export function sameStorage(one: StoredEvent, other: StoredEvent): boolean {
  return one.uuid === other.uuid && one.bucket_name === other.bucket_name && one.storage_name === other.storage_name;
}
