import { hash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { platformKey } from "../../client/platform-id.ts";
import { sharedUrn } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import { disk } from "./disk.ts";
import { unsealed } from "./record-facts.ts";
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

/** A record as it was read. */
export interface Stored {
  file: string;
  urn: string;
  facts: Properties;
  isOld: boolean;
  isSealed: boolean;
  pid: number | undefined;
  engine: string | undefined;
}

/** A record with its facts as they are on the disk; undefined: there is none. */
export async function parsed(file: string): Promise<z.output<typeof recordSchema> | undefined> {
  const text = await disk().read(file);
  return text === undefined ? undefined : recordSchema.parse(JSON.parse(text));
}

/** Undefined: there is none. */
export async function readRecord(file: string): Promise<Stored | undefined> {
  try {
    const record = await parsed(file);
    // Without the folder there is no record; writing one reports what is wrong with the path.
    if (record === undefined) return undefined;
    const { version, urn, pid, engine, facts, sealed } = record;
    const known = sealed === undefined ? facts : unsealed(file, sealed);
    return { file, urn, facts: known, isOld: version === undefined, isSealed: sealed !== undefined, pid, engine };
  } catch (error) {
    if (error instanceof OperationError) throw error;
    throw new OperationError(
      `The record of an interrupted creation, ${file}, cannot be read (${reason(error)}). Nothing was sent. Check what the creation created on the platform; then remove the file, and import what was created with the option import.`,
      "CP2110",
    );
  }
}

/**
 * The record's file, by the account. Others are those of a creation before the account showed, by the platform's address, and the names
 * that earlier releases gave it: they took the base URL as it was spelled.
 */
export function filesOf(urn: string, baseUrl: string, account?: number): string[] {
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

/** The records of a folder. */
export function recordNames(path: string): string[] {
  return disk()
    .names(path)
    .filter((name) => name.endsWith(".json"));
}

/** The first line of what went wrong. */
export function reason(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
