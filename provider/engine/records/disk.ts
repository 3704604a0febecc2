import { constants, existsSync, readdirSync, statSync } from "node:fs";
import { access, link, mkdir, open, readFile, rename, rm, stat, statfs, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { clock } from "../../values/index.ts";

/** The files in which a machine remembers what it has created and deleted. */
export interface Disk {
  has(file: string): boolean;
  /** Undefined: there is no such file. */
  read(file: string): Promise<string | undefined>;
  /** Readers see either the previous text or this one. Best effort: the text may be lost in a power failure. */
  write(file: string, text: string): Promise<void>;
  /** Like `write`, and the text is on the disk when this returns. */
  writeSynced(file: string, text: string): Promise<void>;
  /** Like `writeSynced`, but throws {@link FileExistsError} if there is such a file: of two processes, one creates it. */
  createSynced(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /**
   * Why no file can be written to a folder that may not exist yet; undefined: nothing is seen to prevent it. Creates nothing, so a
   * quota or a full inode table stays unseen.
   */
  obstacle(folder: string): Promise<string | undefined>;
  /** Names of the files in a folder; none if the folder does not exist. */
  names(folder: string): string[];
  /**
   * When a file was last added to or removed from a folder, or when a file was written, in milliseconds since 1970; undefined:
   * there is none, or the time is not known.
   */
  changedMs(path: string): number | undefined;
}

/** Another process has created the file. */
export class FileExistsError extends Error {}

const systemDisk: Disk = {
  has: existsSync,
  // Most files do not exist: opening a missing file costs far more than checking for it.
  read: async (file) => (existsSync(file) ? unlessAbsent(readFile(file, "utf8")) : undefined),
  write: (file, text) => replaceIn(file, text, (folder) => mkdir(folder, { recursive: true, mode: 0o700 })),
  writeSynced: (file, text) => replaceIn(file, text, makeRecordFolder, { isSynced: true }),
  createSynced: (file, text) => replaceIn(file, text, makeRecordFolder, { isSynced: true, isNew: true }),
  async remove(file) {
    if (existsSync(file)) await unlessAbsent(unlink(file));
  },
  obstacle: obstacleTo,
  names: (folder) => orAbsent(() => readdirSync(folder).filter((name) => !name.endsWith(unfinished))) ?? [],
  changedMs: (path) => orAbsent(() => statSync(path).mtimeMs),
};

let chosen: (() => Disk | undefined) | undefined;

/** Returns the disk of this machine, unless {@link useDisk} has chosen another one. */
export function disk(): Disk {
  return chosen?.() ?? systemDisk;
}

/** Chooses the disk for each operation, for unit tests of programs: their stacks know nothing of each other. */
export function useDisk(choose: (() => Disk | undefined) | undefined): void {
  chosen = choose;
}

/** A disk in memory. */
export function memoryDisk(): Disk {
  const files = new Map<string, string>();
  const write = async (file: string, text: string) => void files.set(file, text);
  const names = (folder: string) =>
    [...files.keys()].filter((file) => dirname(file) === folder).map((file) => basename(file));
  return {
    has: (file) => files.has(file),
    read: async (file) => files.get(file),
    ...{ write, writeSynced: write, names },
    async createSynced(file, text) {
      if (files.has(file)) throw new FileExistsError();
      files.set(file, text);
    },
    remove: async (file) => void files.delete(file),
    obstacle: async () => undefined,
    changedMs: (folder) => (names(folder).length === 0 ? undefined : clock.now()),
  };
}

/** Suffix of a file that is being written. */
const unfinished = ".new";

interface WriteOptions {
  isSynced?: boolean;
  /** The file must not exist. */
  isNew?: boolean;
}

/** Replaces a file atomically. Creates its folder only if it is missing: of a thousand files, one needs it. */
async function replaceIn(
  file: string,
  text: string,
  makeFolder: (path: string) => Promise<unknown>,
  options?: WriteOptions,
): Promise<void> {
  try {
    await replace(file, text, options);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await makeFolder(dirname(file));
    await replace(file, text, options);
  }
}

/** Replaces a file atomically. */
async function replace(
  file: string,
  text: string,
  { isSynced = false, isNew = false }: WriteOptions = {},
): Promise<void> {
  const temporary = `${file}.${process.pid}${unfinished}`;
  try {
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      if (isSynced) await handle.sync();
    } finally {
      await handle.close();
    }
    if (isNew) await linkNew(temporary, file);
    else await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Renames a file to a name that must be free. Some file systems have no hard links: there, it may replace a file. */
async function linkNew(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new FileExistsError();
    return rename(temporary, file);
  }
  await unlink(temporary);
}

async function makeRecordFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  // The records belong to this machine, not to the repository.
  await writeFile(join(path, ".gitignore"), "*\n");
}

async function unlessAbsent<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function orAbsent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that the file or folder does not exist. */
function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  // Not `instanceof`: in a test runner with contexts of its own, Node's errors are from another context.
  return error !== null && typeof error === "object" && "code" in error ? String(error.code) : "";
}

async function obstacleTo(path: string): Promise<string | undefined> {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (!(await stat(there)).isDirectory()) return `${there} is not a folder`;
  try {
    await access(there, constants.W_OK);
  } catch (error) {
    return (error as Error).message;
  }
  const space = await statfs(there).catch(() => undefined);
  // Pseudo file systems have no blocks at all. Blocks that are reserved for root are free, and root may run this.
  return space !== undefined && space.blocks > 0 && space.bfree === 0 ? "no space left on the disk" : undefined;
}
