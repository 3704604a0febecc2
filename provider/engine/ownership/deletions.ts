import { hash } from "node:crypto";
import { join } from "node:path";
import { accountText, originOf } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { disk } from "../records/disk.ts";
import { notesFolder } from "./machine-notes.ts";

/**
 * Objects that this machine has deleted a little while ago. The platform may still show them, and a creation of the same content, by
 * the next command, waits until it does not. A note is a help and never fails an operation.
 */
interface Deleted {
  client: OperationClient;
  noun: string;
}

/** An object was deleted. */
export async function noteDeletion(of: Deleted, id: string): Promise<void> {
  try {
    await disk().write(await fileOf(of, id), String(clock.now()));
  } catch {
    // Without it a creation stops at an object that is shown although it was deleted.
  }
}

/** Reads objects; those that were deleted a little while ago are waited for until they are not shown any more. */
export async function withoutDeleted<T>(
  of: Deleted,
  read: (client: OperationClient) => Promise<readonly T[]>,
  idOf: (one: T) => string,
): Promise<T[]> {
  const { client } = of;
  const seen = await read(client);
  const times = await Promise.all(seen.map((one) => deletedAt(of, idOf(one))));
  const deleted = new Set(seen.filter((_, index) => times[index] !== undefined).map(idOf));
  if (deleted.size === 0) return [...seen];
  // Of the deletions the last one decides.
  client.noteWrite(Math.max(...times.filter((time) => time !== undefined)));
  return [...(await client.settled(read, (now) => !now.some((one) => deleted.has(idOf(one)))))];
}

/** Reads one object, as {@link withoutDeleted} does. */
export async function undeleted<T>(
  of: Deleted,
  read: (client: OperationClient) => Promise<T | undefined>,
  idOf: (one: T) => string,
): Promise<T | undefined> {
  const asList = async (client: OperationClient) => {
    const found = await read(client);
    return found === undefined ? [] : [found];
  };
  const [one] = await withoutDeleted(of, asList, idOf);
  return one;
}

/** Whether this machine has deleted an object, of an id that is never given again. */
export async function wasDeleted(of: Deleted, id: string): Promise<boolean> {
  return (await deletedAt(of, id)) !== undefined;
}

async function deletedAt(of: Deleted, id: string): Promise<number | undefined> {
  try {
    const text = await disk().read(await fileOf(of, id));
    return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
  } catch {
    return undefined;
  }
}

async function fileOf({ client, noun }: Deleted, id: string): Promise<string> {
  const key = JSON.stringify([accountText(await originOf(client)), noun, id]);
  return join(notesFolder("deleted"), hash("sha256", key).slice(0, 32));
}
