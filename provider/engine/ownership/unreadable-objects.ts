import { OperationError } from "../handler/errors.ts";

type Raw = Readonly<Record<string, unknown>>;

/**
 * Stops a creation that searches for its object if the platform lists an object that cannot be read and may be that one: a
 * duplicate would be worse than no response.
 */
export function refuseUnread(what: string, unread: readonly unknown[], mayBeOurs: (raw: Raw) => boolean): void {
  const candidates = unread.map((one) => (isRaw(one) ? one : {})).filter(mayBeOurs);
  if (candidates.length === 0) return;
  const names = candidates.map(({ id, name }) => `${JSON.stringify(id ?? null)} named ${JSON.stringify(name ?? null)}`);
  throw new OperationError(
    `${what} stopped: the platform lists objects that cannot be read (${names.join(", ")}), and one of them may be what an earlier request created. Check them on the platform: repair or delete the broken ones, then run again.`,
    "CP2114",
  );
}

function isRaw(value: unknown): value is Raw {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Ids of objects that could not be read. */
export function unreadIds(unread: readonly unknown[]): number[] {
  return unread.flatMap((one) => (isRaw(one) && typeof one.id === "number" ? one.id : []));
}
