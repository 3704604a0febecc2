import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { canonical } from "../../schema/canonical.ts";
import { child, knownFields, mapWithSchema, metadataOf, unwrap, userSchema } from "../../schema/index.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler } from "../handler/handler.ts";

type Schema = z.core.$ZodType;
type Path = readonly string[];

/** A path at which two values differ; a field of a list's element stands below the element's key. */
interface Place {
  path: Path;
  before: unknown;
  after: unknown;
}

/** A change of an object, and the object as it is now. */
export interface PlannedChange {
  /** As it was when it was last seen. */
  declared: object;
  inputs: object;
  live: object;
}

/** An update was refused because it would overwrite a change that somebody else made. */
export class UnplannedError extends OperationError {}

/**
 * Refuses an update of an object that somebody has changed on the platform in a place that the update is not about. The
 * preview did not show that, so nobody has agreed to the result.
 */
export function refuseUnplanned(
  { what, object }: { what: string; object: string },
  handler: Pick<AnyHandler, "schema">,
  change: PlannedChange,
): void {
  const places = unplannedText(handler.schema, change);
  if (places === undefined) return;
  throw new UnplannedError(
    `${what} stopped: ${object} was changed on the platform since it was last read, in a way that the preview does not show: ${places}. None of that was overwritten. Run pulumi refresh; the next preview then shows the difference.`,
    "CP2117",
  );
}

/** The places in which the object differs from when it was last seen, in words; undefined: none. */
export function unplannedText(schema: z.ZodObject, change: PlannedChange): string | undefined {
  const found = unplanned(schema, change);
  return found.length === 0 ? undefined : found.map((place) => placeText(userSchema(schema), place)).join("; ");
}

/** Where the object differs from when it was last seen, without what the change is about. */
export function unplanned(schema: z.ZodObject, { declared, inputs, live }: PlannedChange): Place[] {
  const [before, wanted, now] = [declared, inputs, live].map((value) =>
    keyed(userSchema(schema), canonical(schema, knownFields(schema, value))),
  );
  const planned = places(before, wanted);
  return places(before, now).filter(
    ({ path, after }) =>
      !isDeepStrictEqual(valueAt(wanted, path), after) && !planned.some((one) => covers(one.path, path)),
  );
}

/** Whether one path is the other, or leads to it, or comes below it. */
function covers(one: Path, other: Path): boolean {
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((key, index) => key === other[index]);
}

/** Lists whose elements have keys as objects by key, so that elements are compared whatever their place. */
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

function places(before: unknown, after: unknown, path: Path = []): Place[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => places(before[key], after[key], [...path, key]));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((below, key) => (isRecord(below) ? below[key] : undefined), value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** `weight is 5 there, not 3`; a secret is named only. */
function placeText(root: Schema, { path, before, after }: Place): string {
  let text = "";
  let schema: Schema | undefined = root;
  let isSecret = false;
  for (const key of path) {
    const bare: Schema | undefined = schema && unwrap(schema);
    const isList: boolean = bare?._zod.def.type === "array";
    const isMap: boolean = bare?._zod.def.type === "record";
    text += isList || isMap ? `[${JSON.stringify(key)}]` : `${text === "" ? "" : "."}${key}`;
    schema = bare && child(bare, isList ? 0 : key);
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
