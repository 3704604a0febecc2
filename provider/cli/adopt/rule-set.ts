import { detailOf, InputError, type OperationClient, PlatformError } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { partKey } from "../../pulumi/formats/composite.ts";
import { keyForm } from "../../resources/rule-set/definition.ts";
import type { Properties } from "../../values/properties.ts";
import { listRuleTemplates, type Skipped } from "../account/objects.ts";
import { batchProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import { type InStack, readStackObjects } from "./in-stack.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type LiveObject, readLive } from "./live-object.ts";
import { slug } from "./names.ts";

/** A live rule template that becomes a rule of a set. */
export interface AdoptedRule {
  key: string;
  /** Id of the template. */
  id: string;
  /** The fields that the program declares. The weight is left out: it follows from the position. */
  written: Properties;
}

/** What `adopt rule-set` read. */
interface AdoptedSet {
  /** Ordered by weight. */
  rules: AdoptedRule[];
  skipped: Skipped[];
  /** URNs of resources in the stack that manage one of the templates. */
  owners: string[];
  /** Why the stack's objects are not known. */
  unknown: string | undefined;
}

/** Number of templates read in parallel; the reader combines them into one list request. */
const parallel = 200;

/** Reads rule templates as the rules of one set: the given ones, or all in the account that no resource manages. */
export async function readRuleSet(
  client: OperationClient,
  ids: readonly string[],
  terminal: Terminal,
): Promise<AdoptedSet> {
  const kind = kinds["rule-template"];
  if (kind === undefined) throw new Error("no resource rule-template");
  const stack = await readStackObjects(terminal);
  const set = { owners: ownersOf(stack, kind, ids), unknown: stack.unknown };
  if (ids.length > 0) {
    const objects = await Promise.all([...new Set(ids)].map((id) => readLive(kind, id, client)));
    return { ...set, rules: rulesOf(objects), skipped: [] };
  }
  const { objects, skipped } = await readAll(kind, stack, client, terminal);
  if (objects.length > 0) return { ...set, rules: rulesOf(objects), skipped };
  const reasons = skipped.slice(0, 5).map(({ object, reason }) => `${object}: ${reason}`);
  throw new InputError("adopt rule-set", [["no rule template was found to adopt", ...reasons].join("; ")]);
}

/**
 * URNs of resources that manage one of the templates. A rule can move into a set from its own resource, but not from another set.
 */
function ownersOf(stack: InStack, kind: Kind, ids: readonly string[]): string[] {
  const owners = ids.flatMap((id) => ({ id, urn: stack.ownerOf(kind, id) ?? "" })).filter(({ urn }) => urn !== "");
  const inSets = owners.filter(({ urn }) => partKey(urn) !== undefined);
  if (inSets.length === 0) return owners.map(({ urn }) => urn);
  throw new InputError(
    "adopt rule-set",
    inSets.map(
      ({ id, urn }) =>
        `rule template ${id} is a rule of another set, ${urn}: list its key in released of that set first, and run pulumi up`,
    ),
  );
}

async function readAll(kind: Kind, stack: InStack, client: OperationClient, terminal: Terminal) {
  const listed = await listRuleTemplates(client);
  const skipped = [...listed.skipped];
  const ids = listed.found.map(({ id }) => id);
  const free = ids.filter((id) => {
    const owner = stack.ownerOf(kind, id);
    if (owner !== undefined) skipped.push({ object: `rule template ${id}`, reason: `the stack has it, as ${owner}` });
    return owner === undefined;
  });
  const objects: LiveObject[] = [];
  const progress = batchProgress("rule templates read", free.length, terminal);
  for (let start = 0; start < free.length; start += parallel) {
    const batch = free.slice(start, start + parallel);
    const read = await Promise.all(batch.map((id) => readOne(kind, id, client)));
    for (const one of read)
      if ("reason" in one) skipped.push(one);
      else objects.push(one);
    progress.add(batch.length);
  }
  progress.end();
  return { objects, skipped };
}

/** Reads an object, or returns why it cannot be declared. */
export async function readOne(kind: Kind, id: string, client: OperationClient): Promise<LiveObject | Skipped> {
  try {
    return await readLive(kind, id, client);
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof OperationError) || client.scope.signal.aborted)
      throw error;
    return { object: `${kind.adoption.word} ${id}`, reason: detailOf(error) };
  }
}

function rulesOf(objects: readonly LiveObject[]): AdoptedRule[] {
  const keys = keysOf(objects.map(({ id, inputs }) => ({ id: Number(id), name: String(inputs.name ?? "") })));
  const weightOf = ({ inputs }: LiveObject) => (typeof inputs.weight === "number" ? inputs.weight : 0);
  return [...objects]
    .sort((a, b) => weightOf(a) - weightOf(b) || Number(a.id) - Number(b.id))
    .map(({ id, written: { weight: _, ...written } }) => ({ key: keys.get(Number(id)) ?? `rule-${id}`, id, written }));
}

/** Maximum length of a key that is taken from a name. */
const maxLength = 60;

/**
 * Derives the keys of rule templates in a set from their names. Among templates of the same name, the oldest gets the plain name,
 * and the others get a suffix with their ids: a template created later never changes another template's key.
 */
export function keysOf(templates: readonly { id: number; name: string }[]): Map<number, string> {
  const taken = new Set<string>();
  const keys = new Map<number, string>();
  for (const { id, name } of [...templates].sort((a, b) => a.id - b.id)) {
    const base = fromName(name) || `rule-${id}`;
    let key = base;
    while (taken.has(key)) key = `${key}-${id}`;
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

function fromName(name: string): string {
  const key = keyForm.test(name) && name.length <= maxLength ? name : slug(name).replace(/-+$/, "");
  // The name of a property that every object has cannot be a key.
  return key in {} ? "" : key;
}
