import { join } from "node:path";
import { stackOfUrn } from "../../pulumi/formats/urn.ts";
import { clock } from "../../values/index.ts";
import { isAlive } from "../../values/is-alive.ts";
import type { Properties } from "../../values/properties.ts";
import { engineIsGone } from "../backend/engine-address.ts";
import { disk } from "./disk.ts";
import { readRecord, reason, recordNames, type Stored } from "./record-file.ts";
import { recordFolder } from "./record-folder.ts";

/** A folder in which no record was found, and when it had last changed. */
let empty: { path: string; changedMs: number } | undefined;

/** Changes this close to each other may have the same timestamp: not every file system has a fine resolution. */
const settledMs = 2_000;

/** Whether there may be a record. Of a thousand resources that are compared, most have none. */
export function mayHaveRecords(): boolean {
  const { path } = recordFolder();
  try {
    const changedMs = disk().changedMs(path);
    if (changedMs === undefined) return false;
    if (empty?.path === path && empty.changedMs === changedMs) return false;
    if (recordNames(path).length > 0) return true;
    if (clock.now() - changedMs > settledMs) empty = { path, changedMs };
    return false;
  } catch {
    return true;
  }
}

/** A record of a resource, as other resources see it. */
export interface OtherRecord {
  urn: string;
  file: string;
  /** Id from the platform's response. */
  id: string | undefined;
  /** The creation is known to be unfinished: there was no response, or the engine was gone when it came. */
  isUnfinished: boolean;
  /** Some facts are secret, and the id may be one: it is shown in no text. */
  isSealed: boolean;
  /** The record is of another running process: a provider of another kind or with other settings that serves the same program. */
  isOfOtherProvider: boolean;
  facts: Readonly<Properties>;
}

/** Returns the records of the resources of a stack, which {@link stackOfUrn} names. */
export async function recordsOf(stack: string): Promise<OtherRecord[]> {
  const { records } = await recordsIn(recordFolder().path);
  return records.filter((record) => stackOfUrn(record.urn) === stack);
}

/** Returns all records of a folder, and for each file that cannot be read the reason. */
export async function recordsIn(path: string): Promise<{ records: OtherRecord[]; problems: string[] }> {
  const problems: string[] = [];
  const records: OtherRecord[] = [];
  const gone = new Map<string, Promise<boolean>>();
  for (const name of recordNames(path)) {
    try {
      const record = await keptRecord(join(path, name));
      if (record === undefined) continue;
      const { urn, file, facts, isSealed } = record;
      const id = typeof facts.id === "string" ? facts.id : undefined;
      const isUnfinished = (facts.mark !== undefined && id === undefined) || facts.isLost === true;
      const isOfOtherProvider = await isServing(record, gone);
      records.push({ urn, file, id, isUnfinished, isSealed, isOfOtherProvider, facts });
    } catch (error) {
      problems.push(reason(error));
    }
  }
  return { records, problems };
}

const read = new Map<string, { changedMs: number; record: Stored }>();

/** A record as it was last read, where it has not been written since: a thousand imports ask of a thousand records. */
async function keptRecord(file: string): Promise<Stored | undefined> {
  const changedMs = disk().changedMs(file);
  const before = read.get(file);
  if (before !== undefined && before.changedMs === changedMs) return before.record;
  const record = await readRecord(file);
  const isSettled = changedMs !== undefined && clock.now() - changedMs > settledMs;
  if (record !== undefined && isSettled) read.set(file, { changedMs, record });
  return record;
}

/**
 * Whether the record is of another process that still serves its engine. A process whose engine is gone may live on forever.
 * @param gone Known results by engine: a thousand records may be of one engine.
 */
async function isServing({ pid, engine }: Stored, gone: Map<string, Promise<boolean>>): Promise<boolean> {
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return false;
  if (engine === undefined) return true;
  const isGone = gone.get(engine) ?? engineIsGone(engine);
  gone.set(engine, isGone);
  return !(await isGone);
}
