import { hash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { accountText, originOf } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { isAlive } from "../../values/is-alive.ts";
import type { Intent } from "../handler/handler.ts";
import { disk } from "../records/disk.ts";
import { type Note, noteSchema } from "./note-form.ts";

/** What other creations of this machine say of the same kind of object. */
export interface Others {
  /** Ids that were given to other resources. */
  ids: ReadonlySet<string>;
  /** Whether another creation of the same content goes on, or has ended so that nobody knows what it has made. */
  isOpen: boolean;
  /** The same of any content. */
  isAnyOpen: boolean;
}

/** The notes of a resource's creation in one account. */
export async function notesOf(
  noun: string,
  intent: Intent,
  client: OperationClient,
  content: string,
): Promise<CreationNotes> {
  const account = accountText(await originOf(client));
  return new CreationNotes(`${account} ${noun}`, intent.place, content, intent.isRehearsal);
}

/** The notes of one resource's creation. */
export class CreationNotes {
  readonly #folder: string;
  readonly #file: string;
  readonly #content: string;
  readonly #isReadOnly: boolean;

  /** @param creation Identifies the resource on this machine. */
  constructor(kind: string, creation: string, content: string, isReadOnly = false) {
    this.#isReadOnly = isReadOnly;
    this.#folder = notesFolder(digest(kind));
    this.#file = `${digest(creation)}.json`;
    this.#content = digest(content);
  }

  /** The request is about to be sent, or was answered with this id. */
  async write(id?: string): Promise<void> {
    if (this.#isReadOnly) return;
    const note: Note = { content: this.#content, at: clock.now(), pid: process.pid, ...(id !== undefined && { id }) };
    try {
      await disk().write(join(this.#folder, this.#file), JSON.stringify(note));
    } catch {
      // Without it the platform is still asked.
    }
  }

  /** The request was refused, or its object is gone. */
  async remove(): Promise<void> {
    if (this.#isReadOnly) return;
    await disk()
      .remove(join(this.#folder, this.#file))
      .catch(() => undefined);
  }

  /**
   * Whether another resource of this machine has been noted with an object. All notes are read once in a process: what a run
   * deletes comes after what it creates.
   */
  async isOfOthers(id: string): Promise<boolean> {
    const reading = filesById.get(this.#folder) ?? this.#filesById();
    filesById.set(this.#folder, reading);
    return (await reading).get(id)?.some((file) => file !== this.#file) === true;
  }

  #names(): string[] {
    try {
      return disk().names(this.#folder);
    } catch {
      return [];
    }
  }

  async #filesById(): Promise<ReadonlyMap<string | undefined, string[]>> {
    const names = this.#names();
    const ids = await Promise.all(names.map(async (name) => (await readNote(join(this.#folder, name)))?.id));
    return Map.groupBy(names, (_, index) => ids[index]);
  }

  /**
   * Notes of other resources' creations: ids that were noted since a time, and requests without an outcome.
   *
   * @param latestMs How long after a request its object may appear.
   */
  async others(since: number, latestMs: number): Promise<Others> {
    const names = this.#names().filter((name) => name !== this.#file);
    const notes = await Promise.all(names.map((name) => readNote(join(this.#folder, name))));
    // One of the future was written by another clock, and says nothing of what happened since.
    const known = notes.filter((note) => note !== undefined).filter(({ at }) => at <= clock.now());
    const isOpen = ({ id, pid, at }: Note) =>
      id === undefined &&
      // What its process has not seen is its object all the same: the platform may have made it since.
      (at > since - latestMs || (at > clock.now() - maxCreationMs && isAlive(pid)));
    const open = known.filter(isOpen);
    return {
      ids: new Set(known.filter(({ at }) => at >= since).flatMap(({ id }) => id ?? [])),
      isOpen: open.some(({ content }) => content === this.#content),
      isAnyOpen: open.length > 0,
    };
  }
}

/** Files of notes by the id that they have, by folder. */
const filesById = new Map<string, Promise<ReadonlyMap<string | undefined, string[]>>>();

/** An older note of a request belongs to a process that has ended; another one may have its id now. */
const maxCreationMs = 3_600_000;

async function readNote(file: string): Promise<Note | undefined> {
  try {
    return noteSchema.parse(JSON.parse((await disk().read(file)) ?? ""));
  } catch {
    return undefined;
  }
}

let ofUser: string | undefined;

/** A folder for notes of this machine's user. */
export function notesFolder(name: string): string {
  ofUser ??= userName();
  return join(tmpdir(), `cloudplatform-${ofUser}`, name);
}

function userName(): string {
  const { uid, username } = userInfo();
  return uid >= 0 ? String(uid) : digest(username);
}

function digest(text: string): string {
  return hash("sha256", text).slice(0, 32);
}
