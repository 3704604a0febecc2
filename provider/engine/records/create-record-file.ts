import { hash } from "node:crypto";
import { dirname } from "node:path";
import { originOf, sameOrigin, shownOrigin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { movedFromVariable, platformKey } from "../../client/platform-id.ts";
import { settingsProblem } from "../../client/settings-problem.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import { savesAtEnd } from "../backend/ended-runs.ts";
import { engineAddress, engineIsGone } from "../backend/engine-address.ts";
import { OperationError } from "../handler/errors.ts";
import type { CreateRecord } from "../handler/handler.ts";
import { disk, FileExistsError } from "./disk.ts";
import { kept, revealed } from "./record-facts.ts";
import { filesOf, parsed, readRecord, reason, type Stored } from "./record-file.ts";
import { mayHaveRecords } from "./recorded-creations.ts";

/** The record of a resource's creation in one account, or on one platform if the account is not shown. */
export class CreateRecordFile implements CreateRecord {
  readonly urn: string;
  readonly place: string;
  readonly isOld: boolean;
  readonly #files: readonly string[];
  readonly #platform: string;
  #previous: Readonly<Properties> | undefined;
  #facts: Properties;
  #asked: Properties | undefined;
  /** The record is on the disk since it was opened or written. */
  #isOnDisk: boolean;

  private constructor(urn: string, at: { platform: string; files: readonly string[] }, record: Stored | undefined) {
    const { platform, files } = at;
    this.urn = urn;
    this.#files = files;
    this.#platform = platform;
    this.place = record?.file ?? files[0] ?? "";
    this.isOld = record?.isOld === true;
    this.#previous = record && revealed(record.facts);
    this.#facts = { ...record?.facts };
    this.#isOnDisk = record !== undefined && record.file === files[0];
  }

  static async open(urn: string, baseUrl: string, account?: number): Promise<CreateRecordFile> {
    const at = { platform: platformKey(baseUrl), files: filesOf(urn, baseUrl, account) };
    for (const file of at.files) {
      const record = await readRecord(file);
      if (record === undefined) continue;
      refuseOtherPlatform(record, at.platform, account);
      return new CreateRecordFile(urn, at, record);
    }
    return new CreateRecordFile(urn, at, undefined);
  }

  get previous(): Readonly<Properties> | undefined {
    return this.#previous;
  }

  /** Sets what the creation that begins now asks for. It goes on record with the request. */
  asks(inputs: Properties): void {
    this.#asked = inputs;
  }

  get asked(): Readonly<Properties> | undefined {
    return this.#asked;
  }

  async note(facts: Properties): Promise<void> {
    try {
      const isNew = !this.#isOnDisk;
      await this.#write(this.#asked === undefined ? facts : { ...facts, asked: this.#asked }, { isNew });
    } catch (error) {
      if (error instanceof FileExistsError) throw this.#takenError();
      // Node's error of a folder that cannot be created on a read-only disk says only that it does not exist.
      throw this.#unwritable((await disk().obstacle(dirname(this.place))) ?? reason(error));
    }
  }

  /** Throws if `note` would certainly fail. Writes nothing. */
  async confirmWritable(): Promise<void> {
    const obstacle = await disk().obstacle(dirname(this.place));
    if (obstacle !== undefined) throw this.#unwritable(obstacle);
  }

  #unwritable(why: string): OperationError {
    return new OperationError(
      `The record of the creation of "${nameOfUrn(this.urn)}" cannot be written to ${this.place} (${why}). Nothing was sent. Make the folder writable or free disk space, or set CLOUDPLATFORM_INTENT_DIR to another folder; then run again.`,
      "CP2109",
    );
  }

  #takenError(): OperationError {
    return new OperationError(
      `Creating "${nameOfUrn(this.urn)}" stopped: another run of this stack, which began to create it at the same time, has written its record ${this.place}. Nothing was sent. Run pulumi up again when the other run has ended: it continues with what that run has created.`,
      "CP2109",
    );
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
    this.#isOnDisk = false;
    for (const file of this.#files) await disk().remove(file);
  }

  /** Writes facts. They are on the disk when this returns: the file is synced, and renamed atomically. */
  async #write(facts: Properties, { isNew = false } = {}): Promise<void> {
    this.#facts = { ...this.#facts, ...facts };
    const file = this.#files[0] ?? this.place;
    const { id } = this.#facts;
    const object = typeof id === "string" ? { object: objectDigest(this.urn, id) } : {};
    const writer = { pid: process.pid, engine: engineAddress() };
    const { urn } = this;
    const text = JSON.stringify({
      version: 2,
      urn,
      platform: this.#platform,
      ...writer,
      ...object,
      ...kept(this.#facts),
    });
    // Without a lock (pulumi cancel), two runs may create the resource at once. The record that is written first decides.
    await (isNew ? disk().createSynced(file, text) : disk().writeSynced(file, text));
    this.#isOnDisk = true;
    // Best effort: a record of an earlier name is read only if the one just written is missing.
    if (this.place !== file)
      await disk()
        .remove(this.place)
        .catch(() => undefined);
  }
}

/** A copy of a platform has the same ids of clients: what was requested on one is not to be found on the other. */
function refuseOtherPlatform({ urn, file, platform }: Stored, now: string, account: number | undefined): void {
  if (sameOrigin({ platform, client: account }, { platform: now, client: account }) !== "no") return;
  throw new OperationError(
    `The record of the creation of "${nameOfUrn(urn)}", ${file}, is of ${platform}, and the settings point to ${now}. Nothing was sent. If it is the same platform under a new address, run once with ${movedFromVariable}=${platform}; otherwise run with the settings of ${platform}, which finishes the creation, or check there what it created and remove the record.`,
    "CP2123",
  );
}

/** Returns facts for a response whose object may never reach a state. */
async function unsavedFacts(): Promise<Properties> {
  return {
    // The run saves its state at its end. It had begun when this process was started.
    unsavedSince: savesAtEnd() ? Math.round(performance.timeOrigin) : undefined,
    // A response to an engine that is gone never gets into state.
    ...((await engineIsGone()) && { isLost: true }),
  };
}

/**
 * Forgets the record of a resource that is in state under the id in the record. A record with another id stays: it may be of an
 * interrupted replacement of the resource.
 */
export async function forgetRecordOf(urn: string, baseUrl: string, id: string, account?: number): Promise<void> {
  for (const file of filesOf(urn, baseUrl, account).filter((name) => disk().has(name))) {
    const written = await parsed(file).catch(() => undefined);
    const isOfObject =
      written?.object === undefined
        ? (await readRecord(file).catch(() => undefined))?.facts.id === id
        : written.object === objectDigest(written.urn, id);
    if (isOfObject) await disk().remove(file);
  }
}

function objectDigest(urn: string, id: string): string {
  return hash("sha256", `${urn}\n${id}`).slice(0, 32);
}

/** Opens the record of a resource's creation by the client's account, whatever the port or path of its platform is now. */
export async function recordOf(urn: string, client: OperationClient): Promise<CreateRecordFile> {
  return CreateRecordFile.open(urn, client.settings.baseUrl, await accountOf(client));
}

/** Forgets the record of a resource that is in state under the id in the record. */
export async function forgetRecord(urn: string, client: OperationClient, id: string): Promise<void> {
  await forgetRecordOf(urn, client.settings.baseUrl, id, await accountOf(client));
}

/** Returns the account of a client. It is requested only if there may be a record to find. */
export async function accountOf(client: OperationClient): Promise<number | undefined> {
  const shown = shownOrigin(client);
  const problem = settingsProblem(client);
  if (shown !== undefined || problem.known !== undefined || !mayHaveRecords()) return shown?.client;
  try {
    return (await originOf(client)).client;
  } catch (error) {
    // Without the account, the record is found by the platform's address.
    problem.in(error);
    return undefined;
  }
}
