import { hash } from "node:crypto";
import { join } from "node:path";
import { accountText, originOf } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { disk } from "../records/disk.ts";
import { notesFolder } from "./machine-notes.ts";

/**
 * Objects that this machine has deleted recently. The platform may still show them, and the next command that creates the same
 * content waits until they are gone. Notes are best effort and never fail an operation.
 */
interface Deleted {
  client: OperationClient;
  noun: string;
}

/** Notes that an object was deleted. */
export async function noteDeletion(of: Deleted, id: string): Promise<void> {
  try {
    await disk().write(await fileOf(of, id), String(clock.now()));
  } catch {
    // Without the note, a creation stops at an object that is still shown after its deletion.
  }
}

/** Reads objects, and waits for recently deleted ones to disappear. */
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
  // The latest deletion determines how long to wait.
  client.noteWrite(Math.max(...times.filter((time) => time !== undefined)));
  return [...(await client.settled(read, (now) => !now.some((one) => deleted.has(idOf(one)))))];
}

/** Reads one object like {@link withoutDeleted}. */
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

/** Whether this machine has deleted an object. The platform must never reuse its id. */
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
