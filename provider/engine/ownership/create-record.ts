import { hash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { platformKey } from "../../client/platform-id.ts";
import { nameOfUrn, sharedUrn, stackOfUrn } from "../../pulumi/formats/urn.ts";
import { clock } from "../../values/index.ts";
import { isAlive } from "../../values/is-alive.ts";
import type { Properties } from "../../values/properties.ts";
import { savesAtEnd } from "../backend/ended-runs.ts";
import { engineAddress, engineIsGone } from "../backend/engine-address.ts";
import { OperationError } from "../handler/errors.ts";
import type { Intent } from "../handler/handler.ts";
import { seal, unseal } from "../secrets/encrypt.ts";
import { operationSecrets, withStandIns } from "../secrets/operation-secrets.ts";
import { WriteOnlyValues } from "../secrets/write-only.ts";
import { intentFolder } from "./record-folder.ts";

/**
 * Records of creations on disk, one file a resource. A record is written before the request of a creation goes out. It
 * is used only while that creation is known to be unfinished, and it goes when the resource was seen in state under any
 * name. It is a help: what keeps a creation from being created twice is that the platform is asked.
 */
const recordSchema = z.object({
  /** Absent: written by a release that kept records of creations that were finished, too. */
  version: z.literal(2).optional(),
  urn: z.string(),
  /** Process that has written it; releases up to now did not say. */
  pid: z.number().optional(),
  /** Address of the engine that the process serves. */
  engine: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).default({}),
  /** The facts, encrypted, where some of them are secret. */
  sealed: z.string().optional(),
  /** Digest of the id in the facts: whether they name an object, without the key that they are encrypted with. */
  object: z.string().optional(),
});

/** The record of a resource's creation in one account, or on one platform where the account does not show. */
export class IntentRecord implements Intent {
  readonly urn: string;
  readonly place: string;
  readonly isOld: boolean;
  readonly #files: readonly string[];
  #previous: Readonly<Properties> | undefined;
  #facts: Properties;
  #asked: Properties | undefined;

  private constructor(urn: string, files: readonly string[], record: Stored | undefined) {
    this.urn = urn;
    this.#files = files;
    this.place = record?.file ?? files[0] ?? "";
    this.isOld = record?.isOld === true;
    this.#previous = record && revealed(record.facts);
    this.#facts = { ...record?.facts };
  }

  static async open(urn: string, baseUrl: string, account?: number): Promise<IntentRecord> {
    const files = filesOf(urn, baseUrl, account);
    for (const [index, file] of files.entries()) {
      // Names of earlier releases: a failed attempt to read costs far more than to see that there is no file.
      if (index > 0 && !existsSync(file)) continue;
      const record = await readRecord(file);
      if (record !== undefined) return new IntentRecord(urn, files, record);
    }
    return new IntentRecord(urn, files, undefined);
  }

  get previous(): Readonly<Properties> | undefined {
    return this.#previous;
  }

  /** What the creation that begins now asks for; it is on record with the request. */
  asks(inputs: Properties): void {
    this.#asked = inputs;
  }

  get asked(): Readonly<Properties> | undefined {
    return this.#asked;
  }

  async note(facts: Properties): Promise<void> {
    try {
      await this.#write(this.#asked === undefined ? facts : { ...facts, asked: this.#asked });
    } catch (error) {
      throw new OperationError(
        `The record of the creation of "${nameOfUrn(this.urn)}" cannot be written to ${this.place} (${reason(error)}). It is written before anything is sent, so nothing was sent. Make the folder writable or free space, or name another folder in CLOUDPLATFORM_INTENT_DIR; then run again.`,
        "CP2109",
      );
    }
  }

  async noteResponse(facts: Properties): Promise<string | undefined> {
    try {
      await this.#write(typeof facts.id === "string" ? { ...facts, ...(await unsavedFacts()) } : facts);
      return undefined;
    } catch (error) {
      return `The record ${this.place} could not be written (${reason(error)}).`;
    }
  }

  async forget(): Promise<void> {
    this.#previous = undefined;
    this.#facts = {};
    for (const file of this.#files) await remove(file);
  }

  /** Facts are on the disk when this returns: the file is synced and takes its name in one step. */
  async #write(facts: Properties): Promise<void> {
    this.#facts = { ...this.#facts, ...facts };
    const file = this.#files[0] ?? this.place;
    const { id } = this.#facts;
    const object = typeof id === "string" ? { object: objectDigest(this.urn, id) } : {};
    const writer = { pid: process.pid, engine: engineAddress() };
    const text = JSON.stringify({ version: 2, urn: this.urn, ...writer, ...object, ...kept(this.#facts) });
    const temporary = `${file}.${process.pid}.new`;
    await makeFolder(dirname(file));
    try {
      const handle = await open(temporary, "w");
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary).catch(() => undefined);
      throw error;
    }
    // What is written counts, also where one of an earlier name cannot be removed: it is read only where this one is not.
    for (const other of this.#files.slice(1)) await remove(other).catch(() => undefined);
  }
}

/** What a response says of the state that will have it, or will not. */
async function unsavedFacts(): Promise<Properties> {
  return {
    // The run saves its state at its end; it had begun when this process was started.
    unsavedSince: savesAtEnd() ? Math.round(performance.timeOrigin) : undefined,
    // What is answered to an engine that is gone never gets into state.
    ...((await engineIsGone()) && { isLost: true }),
  };
}

/** Inputs of the creation that a record is about; releases up to now did not write them. */
export function askedOf({ previous }: Pick<Intent, "previous">): Properties | undefined {
  return z.record(z.string(), z.unknown()).safeParse(previous?.asked).data;
}

/**
 * Forgets the record of a resource that is in state under the id which the record names. A record of another id stays:
 * it may be the interrupted replacement of the resource.
 */
export async function forgetIntent(urn: string, baseUrl: string, id: string, account?: number): Promise<void> {
  for (const file of filesOf(urn, baseUrl, account).filter((name) => existsSync(name))) {
    const written = await parsed(file).catch(() => undefined);
    const isOfObject =
      written?.object === undefined
        ? (await readRecord(file).catch(() => undefined))?.facts.id === id
        : written.object === objectDigest(written.urn, id);
    if (isOfObject) await remove(file);
  }
}

function objectDigest(urn: string, id: string): string {
  return hash("sha256", `${urn}\n${id}`).slice(0, 32);
}

/** A folder as it was found without a record, and when it had been changed last. */
let empty: { path: string; changedMs: number } | undefined;

/** Two changes this close to each other may have one time: not every file system counts finely. */
const settledMs = 2_000;

/** Whether there may be a record: of a thousand resources that are compared, most have none. */
export function mayHaveRecords(): boolean {
  const { path } = intentFolder();
  try {
    const changedMs = statSync(path).mtimeMs;
    if (empty?.path === path && empty.changedMs === changedMs) return false;
    if (recordNames(path).length > 0) return true;
    if (clock.now() - changedMs > settledMs) empty = { path, changedMs };
    return false;
  } catch (error) {
    return !isAbsent(error);
  }
}

/** A record of a resource, as others see it. */
export interface OtherRecord {
  urn: string;
  file: string;
  /** Id that the platform has answered. */
  id: string | undefined;
  /** The creation is known to be unfinished: there was no response, or the engine was gone when it came. */
  isUnfinished: boolean;
  /** Some of it is secret, and the id may be: it is in no text. */
  isSealed: boolean;
  /** Another process that runs has written it: a provider of another kind or setting that serves the same program. */
  isOfOtherProvider: boolean;
}

/** Records of the resources of a stack, which {@link stackOf} names. */
export async function recordsOf(stack: string): Promise<OtherRecord[]> {
  const { records } = await recordsIn(intentFolder().path);
  return records.filter((record) => stackOfUrn(record.urn) === stack);
}

/** All records of a folder, and the files that cannot be read with the reason. */
export async function recordsIn(path: string): Promise<{ records: OtherRecord[]; problems: string[] }> {
  const names = existsSync(path) ? recordNames(path) : [];
  const problems: string[] = [];
  const records: OtherRecord[] = [];
  const gone = new Map<string, Promise<boolean>>();
  for (const name of names) {
    try {
      const record = await readRecord(join(path, name));
      if (record === undefined) continue;
      const { urn, file, facts, isSealed } = record;
      const id = typeof facts.id === "string" ? facts.id : undefined;
      const isUnfinished = (facts.mark !== undefined && id === undefined) || facts.isLost === true;
      const isOfOtherProvider = facts.isLost !== true && (await isServing(record, gone));
      records.push({ urn, file, id, isUnfinished, isSealed, isOfOtherProvider });
    } catch (error) {
      problems.push(reason(error));
    }
  }
  return { records, problems };
}

/**
 * Whether the other process that has written a record serves its engine. One whose engine is gone may live on for ever.
 * @param gone What is known of engines: a thousand records may be of one.
 */
async function isServing({ pid, engine }: Stored, gone: Map<string, Promise<boolean>>): Promise<boolean> {
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return false;
  if (engine === undefined) return true;
  const isGone = gone.get(engine) ?? engineIsGone(engine);
  gone.set(engine, isGone);
  return !(await isGone);
}

function recordNames(path: string): string[] {
  return readdirSync(path).filter((name) => name.endsWith(".json"));
}

interface Stored {
  file: string;
  urn: string;
  facts: Properties;
  isOld: boolean;
  isSealed: boolean;
  pid: number | undefined;
  engine: string | undefined;
}

async function parsed(file: string): Promise<z.output<typeof recordSchema>> {
  return recordSchema.parse(JSON.parse(await readFile(file, "utf8")));
}

async function readRecord(file: string): Promise<Stored | undefined> {
  try {
    const { version, urn, pid, engine, facts, sealed } = await parsed(file);
    const known = sealed === undefined ? facts : unsealed(file, sealed);
    return { file, urn, facts: known, isOld: version === undefined, isSealed: sealed !== undefined, pid, engine };
  } catch (error) {
    if (error instanceof OperationError) throw error;
    // Without the folder there is no record; writing one reports what is wrong with the path.
    if (isAbsent(error)) return undefined;
    throw new OperationError(
      `The record of an interrupted creation, ${file}, cannot be read (${reason(error)}). Nothing was sent. See on the platform what the creation may have created; then remove the file, and adopt what was made with the option import.`,
      "CP2110",
    );
  }
}

/**
 * The record's file, by the account. Others are those of a creation before the account showed, by the platform's address, and the names
 * that earlier releases gave it: they took the base URL as it was spelled.
 */
function filesOf(urn: string, baseUrl: string, account?: number): string[] {
  const { path, owner } = intentFolder();
  const key = sharedUrn(urn);
  const place = (text: string) => join(path, `${hash("sha256", text).slice(0, 32)}.json`);
  const rest = baseUrl.replace(/^https?:\/\//, "");
  return [
    ...(account === undefined ? [] : [place(`${owner}\nclient ${account}\n${key}`)]),
    place(`${owner}\n${platformKey(baseUrl)}\n${key}`),
    ...["http", "https"].map((scheme) => place(`${scheme}://${rest}\n${key}`)),
  ];
}

/** Facts as they are written: a file beside the program must hold no secret in clear, and no value that is never stored at all. */
function kept(given: Properties): Properties {
  const { sealKey, redact, writeOnly } = operationSecrets();
  const facts = writeOnly === undefined ? given : { ...mapAsked(given, withStandIns), writeOnlyKeys: writeOnly.keys };
  const text = JSON.stringify(facts);
  const isOpen = sealKey === undefined || (facts.writeOnlyKeys === undefined && redact(text) === text);
  return isOpen ? { facts } : { sealed: seal(text, sealKey) };
}

/** Facts with the values of today's program where they are those that the record stands for. */
function revealed(facts: Properties): Properties {
  const keys = z.array(z.string()).safeParse(facts.writeOnlyKeys).data ?? [];
  const [first] = keys;
  if (first === undefined) return facts;
  const secrets = operationSecrets();
  const values = secrets.writeOnly ?? new WriteOnlyValues(first);
  values.addKeys(keys);
  return mapAsked(facts, (asked) => values.reveal(asked, secrets.texts));
}

/** Changes what was asked for, by this request and by those before it. */
function mapAsked(facts: Properties, change: (asked: unknown) => unknown): Properties {
  const { asked, earlier } = facts;
  const ofOne = (one: unknown) =>
    one !== null && typeof one === "object" && "asked" in one ? { ...one, asked: change(one.asked) } : one;
  return {
    ...facts,
    ...(asked !== undefined && { asked: change(asked) }),
    ...(Array.isArray(earlier) && { earlier: earlier.map(ofOne) }),
  };
}

function unsealed(file: string, sealed: string): Properties {
  const { sealKey } = operationSecrets();
  const text = sealKey === undefined ? undefined : unseal(sealed, sealKey);
  if (text !== undefined) return JSON.parse(text);
  throw new OperationError(
    `The record of an interrupted creation, ${file}, is encrypted with another API key. Nothing was sent. Run once more with the API key of the interrupted run; or see on the platform what it may have created, remove the file, and adopt what was made with the option import.`,
    "CP2111",
  );
}

async function remove(file: string): Promise<void> {
  if (!existsSync(file)) return;
  try {
    await unlink(file);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** There is no such file, or no such folder. */
function isAbsent(error: unknown): boolean {
  // In a test runner with contexts of its own, Node's errors are of another context: `instanceof` does not know them.
  return (
    error !== null && typeof error === "object" && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code))
  );
}

async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(path, { recursive: true });
  // The records belong to this machine, not to the repository.
  await writeFile(join(path, ".gitignore"), "*\n");
}

function reason(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
