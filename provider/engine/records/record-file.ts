import { hash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { platformKey } from "../../client/platform-id.ts";
import { sharedUrn } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import { disk } from "./disk.ts";
import { unsealed } from "./record-facts.ts";
import { recordFolder } from "./record-folder.ts";

/** A record as it was read. */
export interface Stored {
  file: string;
  urn: string;
  platform: string | undefined;
  facts: Properties;
  isOld: boolean;
  isSealed: boolean;
  pid: number | undefined;
  engine: string | undefined;
}

/** Reads a record with its facts as they are on the disk; undefined: there is none. */
export async function parsed(file: string): Promise<RecordForm | undefined> {
  const text = await disk().read(file);
  return text === undefined ? undefined : recordSchema.parse(JSON.parse(text));
}

/** Reads a record and decrypts its facts; undefined: there is none. */
export async function readRecord(file: string): Promise<Stored | undefined> {
  try {
    const record = await parsed(file);
    // No folder means no record. If the path is wrong, writing a record reports that.
    if (record === undefined) return undefined;
    const { version, urn, platform, pid, engine, facts, sealed } = record;
    const known = sealed === undefined ? facts : unsealed(file, sealed);
    const isOld = version === undefined;
    return { file, urn, platform, facts: known, isOld, isSealed: sealed !== undefined, pid, engine };
  } catch (error) {
    if (error instanceof OperationError) throw error;
    throw new OperationError(
      `The record of an interrupted creation, ${file}, cannot be read (${reason(error)}). Nothing was sent. Check what the creation created on the platform; then remove the file, and import what was created with the option import.`,
      "CP2110",
    );
  }
}

/**
 * Returns the files that may hold a resource's record: first the one by the account; then the one by the platform's address, for
 * a creation before the account was shown; then those by the base URL as it was spelled, from earlier releases.
 */
export function filesOf(urn: string, baseUrl: string, account?: number): string[] {
  const { path, owner } = recordFolder();
  const key = sharedUrn(urn);
  const place = (text: string) => join(path, `${hash("sha256", text).slice(0, 32)}.json`);
  const rest = baseUrl.replace(/^https?:\/\//, "");
  return [
    ...(account === undefined ? [] : [place(`${owner}\nclient ${account}\n${key}`)]),
    place(`${owner}\n${platformKey(baseUrl)}\n${key}`),
    ...["http", "https"].map((scheme) => place(`${scheme}://${rest}\n${key}`)),
  ];
}

/** Whether a record is of an account, according to the name of its file. */
export function isOfAccount({ urn, file }: { urn: string; file: string }, baseUrl: string, account?: number): boolean {
  return filesOf(urn, baseUrl, account).includes(file);
}

/** Returns the names of the records in a folder. */
export function recordNames(path: string): string[] {
  return disk()
    .names(path)
    .filter((name) => name.endsWith(".json"));
}

/** Returns the first line of an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

/**
 * A record of a creation, one file for each resource. It is written before the request of the creation is sent, used only while
 * that creation is known to be unfinished, and removed once the resource was seen in state under any name. Records only help:
 * creating twice is prevented by querying the platform.
 */
const recordSchema = z.object({
  /** Absent: written by a release that also kept records of finished creations. */
  version: z.literal(2).optional(),
  urn: z.string(),
  /** Platform of the creation, as in an origin; earlier releases did not say. */
  platform: z.string().optional(),
  /** Process that wrote the record; earlier releases did not say. */
  pid: z.number().optional(),
  /** Address of the engine that the process serves. */
  engine: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).default({}),
  /** The facts, encrypted, if some of them are secret. */
  sealed: z.string().optional(),
  /** Digest of the id in the facts: shows whether they name an object, without the key that decrypts them. */
  object: z.string().optional(),
});

type RecordForm = z.output<typeof recordSchema>;
