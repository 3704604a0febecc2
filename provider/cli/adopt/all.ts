import { join } from "node:path";
import { InputError, type OperationClient } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { writeUserFile } from "../../review/model/user-file.ts";
import { type Listed, listAccount, type Place, type Skipped } from "../account/objects.ts";
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
import { programOf } from "./program-files.ts";
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
  const stack = await readStackObjects(terminal);
  const { wanted, skipped } = selected(listed, stack);
  const { objects, unreadable } = await readAll(client, wanted, terminal);
  skipped.push(...unreadable);
  const notes = notesOf(places, client, stack);
  if (objects.length === 0) throw nothingError(listed, nothingText(skipped, notes));
  const unread = listed.flatMap((one) => (one.failure === undefined ? [] : one.skipped));
  const { files, secrets } = await write(folder, objects, (root) => reportOf(root, skipped, notes));
  return { objects: objects.length, skipped, secrets, unread, files };
}

interface Wanted {
  kind: Kind;
  id: string;
}

/** Selects the objects that can be declared and that no resource of the stack has. */
function selected(listed: readonly Listed[], stack: InStack): { wanted: Wanted[]; skipped: Skipped[] } {
  const skipped = listed.flatMap((one) => one.skipped);
  const wanted: Wanted[] = [];
  const owned: Skipped[] = [];
  for (const { kind: word, found } of listed) {
    const kind = kindOf(word);
    for (const { id, name } of found) {
      const owner = stack.ownerOf(kind, id);
      if (kind.adoption.undeclarable !== undefined)
        skipped.push({ object: `${word} ${id} "${name}"`, reason: kind.adoption.undeclarable });
      else if (owner !== undefined) owned.push({ object: `${word} ${id}`, reason: `the stack has it, as ${owner}` });
      else wanted.push({ kind, id });
    }
  }
  return { wanted, skipped: [...skipped, ...owned] };
}

async function readAll(
  client: OperationClient,
  wanted: readonly Wanted[],
  terminal: Terminal,
): Promise<{ objects: LiveObject[]; unreadable: Skipped[] }> {
  const progress = batchProgress("objects read", wanted.length, terminal);
  const objects: LiveObject[] = [];
  const unreadable: Skipped[] = [];
  for (let start = 0; start < wanted.length; start += parallel) {
    const batch = wanted.slice(start, start + parallel);
    for (const one of await Promise.all(batch.map(({ kind, id }) => readOne(kind, id, client))))
      if ("reason" in one) unreadable.push(one);
      else objects.push(one);
    progress.add(batch.length);
  }
  progress.end();
  return { objects, unreadable };
}

/** Writes the program, its import file and the report. Returns the names of the files. */
async function write(
  folder: string,
  objects: readonly LiveObject[],
  report: (root: Scope) => string,
): Promise<{ files: string[]; secrets: ConfigSecret[] }> {
  const areas = [...new Set(objects.map(({ kind }) => kind.area))];
  const root: Scope = { objects: [], components: componentsByArea(named(objects, takenConstants(areas))) };
  const { files, secrets } = programOf(root, importExtensionIn(folder));
  for (const [name, text] of Object.entries(files)) await writeUserFile("The program", join(folder, name), text);
  // Contains plaintext secrets until they are imported.
  await writeUserFile("The import file", join(folder, "import.json"), programImportFileOf(root), { mode: 0o600 });
  await writeUserFile("The report", join(folder, "report.md"), report(root));
  return { files: [...Object.keys(files), "import.json", "report.md"], secrets };
}

/** An unreadable list is not the user's mistake. */
function nothingError(listed: readonly Listed[], text: string): Error {
  const failure = listed.find((one) => one.failure !== undefined)?.failure;
  if (failure !== undefined) return new OperationError(`adopt --all stopped: ${text}`, failure.errorCode);
  return new InputError("adopt --all", [text]);
}

function kindOf(word: string): Kind {
  const kind = kinds[word];
  if (kind === undefined) throw new Error(`no resource ${word}`);
  return kind;
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
  const texts = ["nothing was found to adopt", ...reasons, ...notes].map((text) => text.replace(/\.$/, ""));
  return `${texts.join("; ")}.`;
}
