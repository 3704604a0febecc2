import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, type OperationClient } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { listAccount, type Place, type Skipped } from "../account/objects.ts";
import { batchProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import type { ConfigSecret } from "./declaration.ts";
import { importExtensionIn } from "./import-extension.ts";
import { programImportFileOf } from "./import-file.ts";
import { type InStack, readStackObjects } from "./in-stack.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { LiveObject } from "./live-object.ts";
import { componentsByArea, type Scope, takenConstants } from "./module-tree.ts";
import { named } from "./names.ts";
import { programOf } from "./program.ts";
import { reportOf } from "./report.ts";
import { readOne } from "./rule-set.ts";

/** Number of objects read in parallel: enough to keep the connections busy, and few compared with the platform's rate limit. */
const parallel = 16;

/** What `adopt --all` wrote. */
export interface Adopted {
  objects: number;
  skipped: Skipped[];
  secrets: ConfigSecret[];
  files: string[];
  /** Lists that could not be read. Their objects are not adopted. */
  unread: Skipped[];
}

/** Reads every object of the account, and writes a program, its import file and a report into a folder. */
export async function adoptAll(
  client: OperationClient,
  folder: string,
  places: readonly Place[],
  terminal: Terminal,
): Promise<Adopted> {
  const listed = await listAccount(client, places);
  const skipped = listed.flatMap((one) => one.skipped);
  for (const { kind, found } of listed)
    for (const { id, name } of found) {
      const reason = kindOf(kind).adoption.undeclarable;
      if (reason !== undefined) skipped.push({ object: `${kind} ${id} "${name}"`, reason });
    }
  const stack = await readStackObjects(terminal);
  const all = listed.flatMap(({ kind, found }) =>
    kindOf(kind).adoption.undeclarable === undefined
      ? found.map(({ id }) => ({ kind, id, owner: ownerOf(stack, kind, id) }))
      : [],
  );
  const wanted = all.filter(({ owner }) => owner === undefined);
  for (const { kind, id, owner } of all)
    if (owner !== undefined) skipped.push({ object: `${kind} ${id}`, reason: `the stack has it, as ${owner}` });
  const progress = batchProgress("objects read", wanted.length, terminal);
  const objects: LiveObject[] = [];
  for (let start = 0; start < wanted.length; start += parallel) {
    const batch = wanted.slice(start, start + parallel);
    const read = await Promise.all(batch.map(({ kind, id }) => readOne(kindOf(kind), id, client)));
    for (const one of read)
      if ("reason" in one) skipped.push(one);
      else objects.push(one);
    progress.add(batch.length);
  }
  progress.end();
  const notes = notesOf(places, client, stack);
  const unread = listed.flatMap((one) => (one.failure === undefined ? [] : one.skipped));
  if (objects.length === 0) {
    const text = nothingText(skipped, notes);
    const { failure } = listed.find((one) => one.failure !== undefined) ?? {};
    // An unreadable list is not the user's mistake.
    if (failure !== undefined) throw new OperationError(`adopt --all stopped: ${text}`, failure.errorCode);
    throw new InputError("adopt --all", [text]);
  }
  const areas = [...new Set(objects.map(({ kind }) => kind.area))];
  const root: Scope = { objects: [], components: componentsByArea(named(objects, takenConstants(areas))) };
  const { files, secrets } = programOf(root, importExtensionIn(folder));
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Contains plaintext secrets until they are imported.
  await writeFile(join(folder, "import.json"), programImportFileOf(root), { mode: 0o600 });
  await writeFile(join(folder, "report.md"), reportOf(root, skipped, notes));
  return {
    objects: objects.length,
    skipped,
    secrets,
    unread,
    files: [...Object.keys(files), "import.json", "report.md"],
  };
}

function kindOf(word: string): Kind {
  const kind = kinds[word];
  if (kind === undefined) throw new Error(`no resource ${word}`);
  return kind;
}

function ownerOf(stack: InStack, word: string, id: string): string | undefined {
  const kind = kinds[word];
  return kind && stack.ownerOf(kind, id);
}

function notesOf(places: readonly Place[], { settings }: OperationClient, stack: InStack): string[] {
  const walked = places.map(({ projectId, regionId }) => `${projectId}/${regionId}`).join(", ");
  return [
    ...(settings.clientId === undefined
      ? ["The notification threshold of quotas: set cloudplatform:clientId or CLOUDPLATFORM_CLIENT_ID to adopt it."]
      : []),
    ...(stack.unknown === undefined
      ? []
      : [`What a stack has already: ${stack.unknown}. Objects that a resource has must not be imported once more.`]),
    `Kubernetes clusters: the platform lists them by project and region only. Walked: ${walked === "" ? "none" : walked}; name further ones with --place <projectId>/<regionId>.`,
  ];
}

function nothingText(skipped: readonly Skipped[], notes: readonly string[]): string {
  const reasons = skipped.slice(0, 5).map(({ object, reason }) => `${object}: ${reason}`);
  return ["nothing was found to adopt", ...reasons, ...notes].join("; ");
}
