import { join } from "node:path";
import { stackOfUrn } from "../../pulumi/formats/urn.ts";
import { clock } from "../../values/index.ts";
import { isAlive } from "../../values/is-alive.ts";
import type { Properties } from "../../values/properties.ts";
import { engineIsGone } from "../backend/engine-address.ts";
import { disk } from "./disk.ts";
import { readRecord, reason, recordNames, type Stored } from "./record-file.ts";
import { intentFolder } from "./record-folder.ts";

/** A folder as it was found without a record, and when it had been changed last. */
let empty: { path: string; changedMs: number } | undefined;

/** Two changes this close to each other may have one time: not every file system counts finely. */
const settledMs = 2_000;

/** Whether there may be a record: of a thousand resources that are compared, most have none. */
export function mayHaveRecords(): boolean {
  const { path } = intentFolder();
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
  facts: Readonly<Properties>;
}

/** Records of the resources of a stack, which {@link stackOf} names. */
export async function recordsOf(stack: string): Promise<OtherRecord[]> {
  const { records } = await recordsIn(intentFolder().path);
  return records.filter((record) => stackOfUrn(record.urn) === stack);
}

/** All records of a folder, and the files that cannot be read with the reason. */
export async function recordsIn(path: string): Promise<{ records: OtherRecord[]; problems: string[] }> {
  const problems: string[] = [];
  const records: OtherRecord[] = [];
  const gone = new Map<string, Promise<boolean>>();
  for (const name of recordNames(path)) {
    try {
      const record = await readRecord(join(path, name));
      if (record === undefined) continue;
      const { urn, file, facts, isSealed } = record;
      const id = typeof facts.id === "string" ? facts.id : undefined;
      const isUnfinished = (facts.mark !== undefined && id === undefined) || facts.isLost === true;
      const isOfOtherProvider = facts.isLost !== true && (await isServing(record, gone));
      records.push({ urn, file, id, isUnfinished, isSealed, isOfOtherProvider, facts });
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
