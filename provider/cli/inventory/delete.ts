import { createHash } from "node:crypto";
import { type Client, type OperationClient, PlatformError, scopeOf } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateContext, CreateRecord } from "../../engine/handler/handler.ts";
import { ProcessOwnership } from "../../engine/ownership/ownership.ts";
import { globPattern } from "../../values/index.ts";
import type { Properties } from "../../values/properties.ts";
import { type Kind, kinds } from "../adopt/kinds.ts";
import { ageMs } from "./gather.ts";
import type { Entry } from "./inventory.ts";

/** Selects unmanaged objects to delete: those that pass every filter. */
export interface DeleteFilter {
  kind: string;
  /** Name patterns, one of which must match. */
  names?: readonly string[];
  ids?: readonly string[];
  olderThanMs?: number;
}

/** The unmanaged objects that a filter selects. An object of unknown age never passes an age filter. */
export function chosenOf(entries: readonly Entry[], filter: DeleteFilter, now: number): Entry[] {
  const patterns = filter.names?.map(globPattern);
  return entries.filter((entry) => {
    if (entry.status !== "unmanaged" || entry.kind !== filter.kind) return false;
    if (patterns !== undefined && !patterns.some((pattern) => pattern.test(entry.name))) return false;
    if (filter.ids !== undefined && !filter.ids.includes(entry.id)) return false;
    if (filter.olderThanMs === undefined) return true;
    const age = ageMs(entry, now);
    return age !== undefined && age >= filter.olderThanMs;
  });
}

/** The confirmation of a deletion: the number of objects, and a digest of which they are. */
export function confirmationOf(chosen: readonly Entry[]): string {
  const texts = chosen.map(({ createdAt, id, kind, name }) => JSON.stringify([kind, id, name, createdAt])).sort();
  return `${chosen.length}-${createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 8)}`;
}

/** The outcome for one object. */
export type Deleted = { entry: Entry } & ({ done: true } | { done: false; reason: string });

/** Deletes one object, if it is still the listed one. */
export async function deleteOne(entry: Entry, client: Client, signal: AbortSignal): Promise<Deleted> {
  const kind = kinds[entry.kind];
  if (kind === undefined) return { entry, done: false, reason: `there is no resource ${entry.kind}` };
  const warnings: string[] = [];
  const context = contextFor(kind, entry, client, signal, (text) => warnings.push(text));
  try {
    const { handler } = kind;
    const found: { state: Properties } | undefined = await handler.read(entry.id, {}, context);
    if (found === undefined) return { entry, done: true };
    const name = (found.state as Properties).name;
    if (typeof name === "string" && name !== entry.name)
      return { entry, done: false, reason: `it is called ${JSON.stringify(name)} now` };
    await handler.delete(entry.id, found.state, context);
    return warnings.length === 0 ? { entry, done: true } : { entry, done: false, reason: warnings.join(" ") };
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof OperationError)) throw error;
    return { entry, done: false, reason: error.message };
  }
}

function contextFor(
  kind: Kind,
  entry: Entry,
  client: Client,
  signal: AbortSignal,
  warn: (text: string) => void,
): CreateContext {
  const scope = scopeOf(`deleting ${kind.noun} ${entry.id}`, signal);
  const bound: OperationClient = client.bind(scope);
  const { deadline } = scope;
  return {
    client: bound,
    urn: "",
    name: entry.name,
    progress: () => undefined,
    warn,
    signal,
    deadline,
    record: noRecord,
    ownership: new ProcessOwnership(),
  };
}

/** Nothing is created, so there is no record to keep. */
const noRecord: CreateRecord = {
  ...{ urn: "", previous: undefined, isOld: false, place: "" },
  note: async () => undefined,
  noteResponse: async () => undefined,
  forget: async () => undefined,
};
