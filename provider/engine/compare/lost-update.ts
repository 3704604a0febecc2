import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { canonical } from "../../schema/canonical.ts";
import { child, knownFields, mapWithSchema, metadataOf, unwrap, userSchema } from "../../schema/index.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler } from "../handler/handler.ts";

type Schema = z.core.$ZodType;
type Path = readonly string[];

/** A path at which two values differ. In a list with keys, the path has the element's key. */
interface Place {
  path: Path;
  before: unknown;
  after: unknown;
}

/** A change of an object, and the object as it is now. */
interface PlannedChange<Inputs extends object = object> {
  /** The object as it was last seen. */
  declared: Inputs;
  inputs: Inputs;
  /** Returns the live object as it would have been declared: what that declaration leaves out stays out. */
  liveAs(declaration: Inputs): object;
}

/** An update was refused because it would overwrite a change that somebody else made. */
export class UnplannedError extends OperationError {}

/**
 * Refuses to update an object if somebody has changed a property on the platform to a value that is not declared, even if the
 * update changes the same property. The preview did not show that value, so nobody has agreed to overwrite it.
 */
export function refuseUnplanned<Inputs extends object>(
  { what, object }: { what: string; object: string },
  handler: Pick<AnyHandler, "schema">,
  change: PlannedChange<Inputs>,
): void {
  const places = unplannedText(handler.schema, change);
  if (places === undefined) return;
  throw new UnplannedError(
    `${what} stopped: ${object} was changed on the platform since it was last read, in a way that the preview does not show: ${places}. None of that was overwritten. Run pulumi refresh; the next preview then shows the difference.`,
    "CP2117",
  );
}

/** Describes what an update would overwrite although no preview has shown it; undefined: nothing. */
export function unplannedText<Inputs extends object>(
  schema: z.ZodObject,
  change: PlannedChange<Inputs>,
): string | undefined {
  const found = unplanned(schema, change);
  return found.length === 0 ? undefined : found.map((place) => placeText(userSchema(schema), place)).join("; ");
}

/** Returns where the object is neither as it was last seen nor as it is declared now. */
export function unplanned<Inputs extends object>(schema: z.ZodObject, change: PlannedChange<Inputs>): Place[] {
  const { declared, inputs, liveAs } = change;
  const [before, wanted, now, reached] = [declared, inputs, liveAs(declared), liveAs(inputs)].map((value) =>
    keyed(userSchema(schema), canonical(schema, knownFields(schema, value))),
  );
  return places({ before, wanted, now, reached });
}

/** Converts lists whose elements have keys into objects by key, so that elements are compared whatever their position. */
function keyed(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const result = mapWithSchema(schema, value, (field, item) => (field === undefined ? item : keyed(field, item)));
  const { listKey } = metadataOf(schema);
  if (!Array.isArray(result) || listKey === undefined) return result;
  const entries = result.map((item) => [isRecord(item) ? item[listKey] : undefined, item] as const);
  const names = new Set(entries.map(([name]) => name));
  const isKeyed = names.size === result.length && [...names].every((name) => typeof name === "string");
  return isKeyed ? Object.fromEntries(entries) : result;
}

/** The same value on all sides of a change. */
interface Sides {
  before: unknown;
  wanted: unknown;
  /** The live value in the form of what was declared. */
  now: unknown;
  /** The live value in the form of what is declared now. */
  reached: unknown;
}

function places(sides: Sides, path: Path = []): Place[] {
  const { before, wanted, reached } = sides;
  // If nothing was declared before and the value exists now, all of it counts: the platform has not filled in any of it.
  const now = before === undefined && sides.now !== undefined ? reached : sides.now;
  if ([now, reached].some((live) => isDeepStrictEqual(live, wanted)) || isDeepStrictEqual(now, before)) return [];
  const known = [before, wanted].filter((side) => side !== undefined);
  // What was removed as a whole is named as a whole.
  if (!isRecord(now) || known.length === 0 || !known.every(isRecord)) return [{ path, before, after: now }];
  const keys = [...new Set([...known, now].flatMap((side) => Object.keys(side)))].sort();
  return keys.flatMap((key) => {
    const [b, w, n, r] = [before, wanted, now, reached].map((side) => at(side, key));
    return places({ before: b, wanted: w, now: n, reached: r }, [...path, key]);
  });
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** `weight is 5 there, not 3`; a secret is named without its value. */
function placeText(root: Schema, { path, before, after }: Place): string {
  let text = "";
  let schema: Schema | undefined = root;
  let isSecret = false;
  for (const key of path) {
    const bare: Schema | undefined = schema && unwrap(schema);
    const isList: boolean = bare?._zod.def.type === "array";
    const isMap: boolean = bare?._zod.def.type === "record";
    text += isList || isMap ? `[${JSON.stringify(key)}]` : `${text === "" ? "" : "."}${key}`;
    schema = bare && child(bare, key);
    isSecret ||= schema !== undefined && metadataOf(schema).secret === true;
  }
  return isSecret || holdsObject(before, after)
    ? `${text} ${changeText(before, after)}`
    : `${text} is ${shown(after)} there, not ${shown(before)}`;
}

function holdsObject(before: unknown, after: unknown): boolean {
  return [before, after].some((value) => value !== null && typeof value === "object");
}

function changeText(before: unknown, after: unknown): string {
  if (before === undefined) return "was added";
  return after === undefined ? "was removed" : "was changed";
}

function shown(value: unknown): string {
  return value === undefined ? "left out" : JSON.stringify(value);
}
