import { isDeepStrictEqual } from "node:util";
import { partName, partUrn } from "../../pulumi/formats/composite.ts";
import { ruleSetParts } from "../../resources/rule-set/property-names.ts";
import { isObject, isSecret, isUnknown } from "./engine-values.ts";
import type { EngineStep, Side } from "./events.ts";
import { nameOfUrn, ownKind } from "./kinds.ts";

type Properties = Record<string, unknown>;

/** Types of resources that manage several objects of another type. */
const composites: Readonly<Record<string, typeof ruleSetParts>> = { "cdn:RuleSet": ruleSetParts };

/** Whether resources of a type (`cdn:RuleSet`) only manage objects of another type and are no platform object themselves. */
export function hasParts(kind: string): boolean {
  return Object.hasOwn(composites, kind);
}

/**
 * The steps, with an additional step for each object of a resource: a rule of a set is shown, compared and lost like a rule
 * template. Two operations are added to the engine's: `release` (the object leaves the resource but stays on the platform) and
 * `undecided` (its operation is known only during the update).
 */
export function withParts(steps: readonly EngineStep[]): EngineStep[] {
  const all = steps.flatMap((step) => {
    const parts = composites[ownKind(step.type) ?? ""];
    return parts === undefined ? [step] : [withoutParts(step, parts), ...partsOf(step, parts)];
  });
  const taken = new Set(
    all.filter(({ op, name }) => op === "import" && name !== undefined).map(({ new: now }) => now?.id),
  );
  // An object that moves into a set is not deleted along with the resource that had it.
  const isTaken = ({ op, type, old }: EngineStep) =>
    op === "delete" && ownKind(type) === "cdn:RuleTemplate" && old !== null && taken.has(old?.id);
  return all.map((step) => (isTaken(step) ? { ...step, op: "release" } : step));
}

/** The step of the resource itself, without what the steps of its objects show. Inputs that cannot be split by object are kept. */
function withoutParts(step: EngineStep, { inputs, imports, order, adopted }: typeof ruleSetParts): EngineStep {
  const computed: readonly string[] = [imports, order, adopted];
  const bare = (side: Side | null | undefined) => {
    if (!side) return side;
    const { [inputs]: declared, ...others } = side.inputs ?? {};
    const own = Object.fromEntries(Object.entries(others).filter(([name]) => !computed.includes(name)));
    return { ...side, inputs: declared === undefined || isMap(declared) ? own : { ...own, [inputs]: declared } };
  };
  const diff = Object.entries(step.detailedDiff ?? {}).filter(
    ([path]) => partPath(path, inputs) === undefined && !computed.some((name) => path.startsWith(name)),
  );
  return { ...step, old: bare(step.old), new: bare(step.new), detailedDiff: Object.fromEntries(diff) };
}

/** The objects of a step's resource. */
interface Objects {
  before: ReadonlyMap<string, unknown>;
  after: ReadonlyMap<string, unknown>;
  /** The engine's diff of each object, by key. */
  diffs: ReadonlyMap<string, Diff>;
  /** Objects that a failed update left different from the inputs. */
  unfinished: Properties;
  /** Ids of the objects that the resource adopts. */
  imports: Properties;
  /** Ids of the objects before the step. */
  ids: Properties;
  /** Keys of objects that stay on the platform when they leave the resource, and ids of adopted objects, which also stay. */
  released: readonly unknown[];
  adopted: readonly unknown[];
}

function partsOf(step: EngineStep, parts: typeof ruleSetParts): EngineStep[] {
  const { old, new: now } = step;
  const before = existing(old, parts);
  const declared = now?.inputs?.[parts.inputs];
  if (now && !isMap(declared)) return undecided(step, before);
  const objects: Objects = {
    before,
    after: new Map(Object.entries(mapOf(declared))),
    diffs: diffsByKey(step, parts.inputs),
    unfinished: mapOf(old?.outputs?.[parts.unfinished]),
    imports: mapOf(now?.inputs?.[parts.imports]),
    ids: mapOf(old?.outputs?.[parts.ids]),
    released: listOf(now?.inputs?.[parts.released]),
    adopted: listOf(now?.inputs?.[parts.adopted]),
  };
  const places = { before: placesOf(before), after: placesOf(objects.after) };
  return [...new Set([...before.keys(), ...objects.after.keys()])].flatMap((key) => {
    const sides = sidesOf(key, objects);
    const op = operationOf(step.op, changeOf(key, sides, objects));
    if (op === undefined) return [];
    // A program declares an order, not weights.
    const hasPlace = step.op === "update" && sides.old?.weight !== sides.now?.weight;
    const sideOf = (side: typeof old, fields: Properties | undefined, place: number | undefined) => {
      if (!side || fields === undefined) return null;
      const id = String(mapOf(side.outputs?.[parts.ids])[key] ?? objects.imports[key] ?? "");
      const { custom, protect, retainOnDelete, deletedWith } = side;
      return { id, custom, protect, retainOnDelete, deletedWith, inputs: hasPlace ? { ...fields, place } : fields };
    };
    const oldSide = sideOf(old, sides.old, places.before.get(key));
    return {
      ...partOf(step, key, op),
      // The option protects the resource as a whole; it does not block an update that removes one of its objects.
      old: oldSide && step.op === "update" ? { ...oldSide, protect: false } : oldSide,
      new: sideOf(now, sides.now, places.after.get(key)),
      detailedDiff: objects.diffs.get(key),
    };
  });
}

/** A step for each existing object, and one step for all future ones. */
function undecided(step: EngineStep, before: ReadonlyMap<string, unknown>): EngineStep[] {
  const parts = [...before].map(([key, one]) => ({
    ...partOf(step, key, "undecided"),
    old: { id: "", inputs: fieldsOf(one) },
  }));
  return [...parts, { ...partOf(step, "", "undecided"), name: nameOfUrn(step.urn) }];
}

function partOf({ urn, type, provider, keys }: EngineStep, key: string, op: string): EngineStep {
  const name = partName(nameOfUrn(urn), key);
  return { op, urn: partUrn(urn, key), name, provider, keys, type: type.replace(/cdn:RuleSet$/, "cdn:RuleTemplate") };
}

/** The fields of an object before and after. */
function sidesOf(
  key: string,
  { before, after }: Objects,
): { old?: Properties | undefined; now?: Properties | undefined } {
  const now = fieldsOf(after.get(key));
  // Leftovers of a failed update and secrets are hidden: only the engine's diff says whether they changed.
  const isHidden = before.has(key) && !isMap(before.get(key));
  return { now, old: isHidden && now !== undefined ? now : fieldsOf(before.get(key)) };
}

function changeOf(
  key: string,
  { old, now }: ReturnType<typeof sidesOf>,
  { diffs, unfinished, imports, ids, released, adopted }: Objects,
): PartChange {
  return {
    hasOld: old !== undefined,
    hasNew: now !== undefined,
    isSame: isDeepStrictEqual(old, now) && !diffs.has(key) && !(key in unfinished),
    isReleased: released.includes(key) || adopted.includes(String(ids[key])),
    isImported: key in imports,
  };
}

interface PartChange {
  hasOld: boolean;
  hasNew: boolean;
  isSame: boolean;
  isReleased: boolean;
  isImported: boolean;
}

/** What a step of a resource does to one of its objects; undefined if nothing. */
function operationOf(op: string, { hasOld, hasNew, isSame, isReleased, isImported }: PartChange): string | undefined {
  if (hasOld && hasNew) return op === "update" && isSame ? "same" : op;
  const isReplacing = op === "replace" || op === "create-replacement";
  if (hasOld) {
    if (op === "update" && isReleased) return "release";
    return isReplacing ? undefined : op === "delete-replaced" ? op : "delete";
  }
  if (op === "create" || op === "update") return isImported ? "import" : "create";
  return op === "create-replacement" ? "create" : isReplacing || op === "same" ? undefined : op;
}

/** Objects on the platform, by key, as last seen. */
function existing(side: Side | null | undefined, parts: typeof ruleSetParts): Map<string, unknown> {
  const declared = mapOf(side?.inputs?.[parts.inputs]);
  const seen = mapOf(side?.outputs?.[parts.unfinished]);
  const ids = side?.outputs?.[parts.ids];
  const keys = Object.keys(isMap(ids) ? ids : declared);
  return new Map(keys.map((key) => [key, declared[key] ?? seen[key] ?? null]));
}

/** The fields of an object. An unknown object, or one that is a secret as a whole, has no fields to show. */
function fieldsOf(declared: unknown): Properties | undefined {
  if (declared === undefined) return undefined;
  return isMap(declared) ? declared : { rule: declared };
}

/** Positions by key, from 1: a program declares an order, not weights. */
function placesOf(all: ReadonlyMap<string, unknown>): Map<string, number> {
  const weightOf = (one: unknown) => {
    const { weight } = mapOf(one);
    return typeof weight === "number" ? weight : Number.POSITIVE_INFINITY;
  };
  const order = [...all].sort(([, a], [, b]) => Math.sign(weightOf(a) - weightOf(b)) || 0);
  return new Map(order.map(([key], index) => [key, index + 1]));
}

type Diff = NonNullable<EngineStep["detailedDiff"]>;

function diffsByKey({ detailedDiff }: EngineStep, input: string): Map<string, Diff> {
  const found = new Map<string, Diff>();
  for (const [path, one] of Object.entries(detailedDiff ?? {})) {
    const at = partPath(path, input);
    // A change of an object that is a secret as a whole is reported at its first field.
    if (at !== undefined) found.set(at.key, { ...found.get(at.key), [at.rest || "rule"]: one });
  }
  return found;
}

/** `rules.images.weight`, `rules["a.b"].weight`. */
function partPath(path: string, input: string): { key: string; rest: string } | undefined {
  if (!path.startsWith(input)) return undefined;
  const match = /^(?:\.([^.[\]]+)|\["((?:[^"\\]|\\.)*)"\])\.?(.*)$/s.exec(path.slice(input.length));
  if (match === null) return undefined;
  const [, plain, quoted, rest = ""] = match;
  return { key: plain ?? String(JSON.parse(`"${quoted}"`)), rest };
}

function isMap(value: unknown): value is Properties {
  return isObject(value) && !isSecret(value) && !isUnknown(value);
}

function mapOf(value: unknown): Properties {
  return isMap(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
