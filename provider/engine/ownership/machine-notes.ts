import { hash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { accountText, originOf } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { isAlive } from "../../values/is-alive.ts";
import type { CreateRecord } from "../handler/handler.ts";
import { disk } from "../records/disk.ts";

/**
 * Notes about creations on this machine, in all its stacks. Two creations that run at once and ask for the same object must not
 * both take the one that appears. Notes are best effort and never fail a creation.
 */
export const noteSchema = z.object({
  /** What the creation asks for. Creations with the same content may be mistaken for each other. */
  content: z.string(),
  /** Milliseconds since 1970 at which the note was written. */
  at: z.number(),
  pid: z.number(),
  /** Absent while the request is in flight or its outcome is unknown. */
  id: z.string().optional(),
});

export type Note = z.infer<typeof noteSchema>;

/** What the notes of other creations on this machine say about the same kind of object. */
export interface Others {
  /** Ids of objects that other resources got. */
  ids: ReadonlySet<string>;
  /** Whether another creation of the same content is in progress, or has ended with an unknown outcome. */
  isOpen: boolean;
  /** The same for any content. */
  isAnyOpen: boolean;
}

/** Returns the notes of a resource's creation in one account. */
export async function notesOf(
  noun: string,
  record: CreateRecord,
  client: OperationClient,
  content: string,
): Promise<CreationNotes> {
  const account = accountText(await originOf(client));
  return new CreationNotes(`${account} ${noun}`, record.place, content, record.isRehearsal);
}

/** The note of one resource's creation, and those of others of its kind. */
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

  /** Notes that the request is about to be sent, or that its response had this id. */
  async write(id?: string): Promise<void> {
    if (this.#isReadOnly) return;
    const note: Note = { content: this.#content, at: clock.now(), pid: process.pid, ...(id !== undefined && { id }) };
    try {
      await disk().write(join(this.#folder, this.#file), JSON.stringify(note));
    } catch {
      // Without the note, the platform is still queried.
    }
  }

  /** Removes the note: the request was refused, or its object is gone. */
  async remove(): Promise<void> {
    if (this.#isReadOnly) return;
    await disk()
      .remove(join(this.#folder, this.#file))
      .catch(() => undefined);
  }

  /**
   * Whether another resource of this machine has a note about an object. Notes are read once per process, since a run deletes
   * after it creates.
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
   * Reads the notes of other resources' creations: ids noted since a time, and requests without an outcome.
   *
   * @param latestMs How long after a request its object may appear.
   */
  async others(since: number, latestMs: number): Promise<Others> {
    const names = this.#names().filter((name) => name !== this.#file);
    const notes = await Promise.all(names.map((name) => readNote(join(this.#folder, name))));
    // A note from the future was written with another clock, and says nothing about what has happened since.
    const known = notes.filter((note) => note !== undefined).filter(({ at }) => at <= clock.now());
    const isOpen = ({ id, pid, at }: Note) =>
      id === undefined &&
      // An object counts even if its process did not see the response: the platform may have created it since.
      (at > since - latestMs || (at > clock.now() - maxCreationMs && isAlive(pid)));
    const open = known.filter(isOpen);
    return {
      ids: new Set(known.filter(({ at }) => at >= since).flatMap(({ id }) => id ?? [])),
      isOpen: open.some(({ content }) => content === this.#content),
      isAnyOpen: open.length > 0,
    };
  }
}

/** Note files by the id in the note, per folder. */
const filesById = new Map<string, Promise<ReadonlyMap<string | undefined, string[]>>>();

/** Maximum age of a request in progress. The process of an older note has ended, and another process may have its pid now. */
const maxCreationMs = 3_600_000;

async function readNote(file: string): Promise<Note | undefined> {
  try {
    return noteSchema.parse(JSON.parse((await disk().read(file)) ?? ""));
  } catch {
    return undefined;
  }
}

/** Returns a folder for notes of this machine's user. */
export function notesFolder(name: string): string {
  return join(tmpdir(), `cloudplatform-${userOfMachine()}`, name);
}

/** The number of a user, which may have no name and no home, as in a container; on Windows the name. */
function userOfMachine(): string {
  return String(process.getuid?.() ?? digest(userInfo().username));
}

function digest(text: string): string {
  return hash("sha256", text).slice(0, 32);
}
