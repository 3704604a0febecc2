import { join } from "node:path";
import { InputError, type OperationClient } from "../../client/index.ts";
import { writeUserFile } from "../../review/model/user-file.ts";
import { counted } from "../../values/counted.ts";
import type { Skipped } from "../account/objects.ts";
import { batchProgress } from "../progress.ts";
import { type Column, tableMarkdown } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import type { ConfigSecret } from "./declaration.ts";
import { importExtensionIn } from "./import-extension.ts";
import { programImportFileOf } from "./import-file.ts";
import { readStackObjects } from "./in-stack.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { LiveObject } from "./live-object.ts";
import { allObjects, type Placed, treeOf } from "./module-tree.ts";
import { programOf } from "./program-files.ts";
import { type Adopted, linksOf } from "./references.ts";
import { objectColumns, remarkLines, skippedColumns } from "./report.ts";
import { readOne } from "./rule-set.ts";
import { counterparts } from "./sources/counterparts.ts";
import { readSource } from "./sources/read-source.ts";
import type { Handover, SourceResource } from "./sources/source.ts";
import { unmappedAttributes } from "./unmapped.ts";

/** Number of objects read in parallel. */
const parallel = 16;

/** What `adopt --from` wrote. */
interface Moved {
  tool: string;
  objects: number;
  skipped: Skipped[];
  secrets: ConfigSecret[];
  files: string[];
  /** How to remove the adopted resources from the other tool. */
  handover: Handover;
}

/** A resource of the other tool, and the object that it manages. */
interface Wanted {
  source: SourceResource;
  kind: Kind;
  id: string;
}

/**
 * Turns the state of another tool into a program, its import file and a report. The program declares the live values, not those
 * of the state.
 */
export async function adoptFrom(
  client: OperationClient,
  file: string,
  folder: string,
  terminal: Terminal,
): Promise<Moved> {
  const { tool, resources, handover } = await readSource(file, terminal);
  const stack = await readStackObjects(terminal);
  const skipped: Skipped[] = [];
  const wanted = wantedOf(resources, client, skipped).filter(({ source, kind, id }) => {
    const owner = stack.ownerOf(kind, id);
    if (owner !== undefined) skipped.push({ object: source.address, reason: `the stack has it already, as ${owner}` });
    return owner === undefined;
  });
  const found = await readWanted(client, wanted, skipped, terminal);
  if (found.length === 0) throw new InputError("adopt --from", [nothingText(file, skipped)]);
  const root = treeOf(found.map(placedOf));
  // In the order in which they were placed in each scope.
  const objects = new Map(allObjects(root).map((object) => [`${object.kind.type} ${object.id}`, object]));
  const adopted = found.flatMap(({ source, live }): Adopted[] => {
    const object = objects.get(`${live.kind.type} ${live.id}`);
    return object === undefined ? [] : [{ source, object }];
  });
  const { files, secrets, dropped } = programOf(root, importExtensionIn(folder), linksOf(adopted));
  for (const [name, text] of Object.entries(files)) await writeUserFile("The program", join(folder, name), text);
  // Contains plaintext secrets until they are imported.
  await writeUserFile("The import file", join(folder, "import.json"), programImportFileOf(root), { mode: 0o600 });
  const steps = handover(adopted.map(({ source }) => source));
  const notes = [
    ...adopted.flatMap(notesOf),
    ...dropped.map(
      ({ from, target }) =>
        `${from.name} depends on ${target.name}, which no order of components allows: a value of it is written out, and dependsOn is left out.`,
    ),
    ...(stack.unknown === undefined ? [] : [`It is not known what the stack has already: ${stack.unknown}.`]),
  ];
  await writeUserFile("The report", join(folder, "report.md"), reportText(tool, adopted, skipped, notes, steps));
  const written = [...Object.keys(files), "import.json", "report.md"];
  return { tool, objects: adopted.length, skipped, secrets, files: written, handover: steps };
}

function wantedOf(resources: readonly SourceResource[], { settings }: OperationClient, skipped: Skipped[]): Wanted[] {
  const addresses = new Map<string, string>();
  return resources.flatMap((source) => {
    const leave = (reason: string) => {
      skipped.push({ object: source.address, reason });
      return [];
    };
    if (source.problem !== undefined) return leave(source.problem);
    const counterpart = counterparts[source.type];
    const kind = counterpart && kinds[counterpart.kind];
    if (counterpart === undefined || kind === undefined)
      return leave(`this provider has no resource for ${source.typeText}: leave it where it is`);
    const id = counterpart.idOf(source.attributes, settings);
    if (typeof id === "object") return leave(id.reason);
    const key = `${kind.type} ${id}`;
    const other = addresses.get(key);
    if (other !== undefined) return leave(`it is the same object as ${other}, ${kind.noun} ${id}`);
    addresses.set(key, source.address);
    return [{ source, kind, id }];
  });
}

interface FoundObject {
  source: SourceResource;
  live: LiveObject;
}

async function readWanted(
  client: OperationClient,
  wanted: readonly Wanted[],
  skipped: Skipped[],
  terminal: Terminal,
): Promise<FoundObject[]> {
  const progress = batchProgress("objects read", wanted.length, terminal);
  const found: FoundObject[] = [];
  for (let start = 0; start < wanted.length; start += parallel) {
    const batch = wanted.slice(start, start + parallel);
    const read = await Promise.all(batch.map(({ kind, id }) => readOne(kind, id, client)));
    for (const [index, live] of read.entries()) {
      const { source } = batch[index] as Wanted;
      const reason = "reason" in live ? live.reason : otherObject(source, live);
      if (reason !== undefined) skipped.push({ object: source.address, reason });
      else if (!("reason" in live)) found.push({ source, live });
    }
    progress.add(batch.length);
  }
  progress.end();
  return found;
}

/** Detects a stale or foreign state: the id may belong to another object by now, or the state to another account. */
function otherObject({ attributes }: SourceResource, { inputs, outputs, kind, id }: LiveObject): string | undefined {
  const { name } = attributes;
  // Names are reused, and another place may have the same names. The task id identifies a cluster: a task creates only one.
  const task = attributes.creator_task_id ?? attributes.creatorTaskId;
  const [liveTask]: unknown[] = Array.isArray(outputs.tasks) ? outputs.tasks : [];
  if (isText(task) && isText(liveTask) && task !== liveTask)
    return `it was created by task ${task}, and ${kind.noun} ${id} of the platform by task ${liveTask}: that is another one with its name. Refresh the state, and check its project and region`;
  if (typeof name !== "string" || typeof inputs.name !== "string" || name === inputs.name) return undefined;
  return `the state calls it ${JSON.stringify(name)}, and ${kind.noun} ${id} of the platform is called ${JSON.stringify(inputs.name)}: refresh the state, and check that it is of this account`;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function placedOf({ source, live }: FoundObject): Placed {
  return { path: source.path, object: { ...live, name: source.name, options: source.options } };
}

function notesOf({ source, object }: Adopted): string[] {
  const counterpart = counterparts[source.type];
  const absent = counterpart === undefined ? [] : unmappedAttributes(object.kind, counterpart, source.attributes);
  const missing = absent.map(
    ({ path, reason = "this release does not know it" }) =>
      `${source.address}: ${path} has no counterpart in ${object.kind.area}.${object.kind.type}: ${reason}.`,
  );
  const { withheld } = object.kind.adoption;
  const others = [...(source.notes ?? []), ...(withheld === undefined ? [] : [withheld])];
  return [...missing, ...others.map((note) => `${source.address}: ${note}`)];
}

function nothingText(file: string, skipped: readonly Skipped[]): string {
  const reasons = skipped.slice(0, 5).map(({ object, reason }) => `${object}: ${reason}`);
  return [`"${file}" has nothing that can be adopted`, ...reasons].join("; ");
}

function reportText(
  tool: string,
  adopted: readonly Adopted[],
  skipped: readonly Skipped[],
  notes: readonly string[],
  { place, first, commands, last }: Handover,
): string {
  const columns: Column<Adopted>[] = [
    [tool, ({ source }) => source.address],
    ...objectColumns.map(([heading, cell]): Column<Adopted> => [heading, ({ object }) => cell(object)]),
  ];
  return [
    `# Adopted from ${tool}: ${counted(adopted.length, "object")}\n`,
    tableMarkdown(columns, adopted),
    `\n## Left where they are: ${skipped.length}\n`,
    skipped.length === 0 ? "None." : tableMarkdown(skippedColumns(tool), skipped),
    `\n## To check: ${notes.length}\n`,
    notes.length === 0 ? "Nothing." : remarkLines(notes),
    `\n## Hand over, once the preview is empty: ${place}\n`,
    ...(first.length === 0 ? [] : [`${remarkLines(first)}\n`]),
    `\`\`\`sh\n${commands.join("\n")}\n\`\`\`\n\n${last}\n`,
  ].join("\n");
}
