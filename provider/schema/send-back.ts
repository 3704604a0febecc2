import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { isOptional, metadataOf, unwrap } from "./fields.ts";
import { mapWithSchema } from "./map.ts";
import { alternative } from "./naming.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of a request that replaces what it has, with the fields of the live object that this release does not know, at any
 * depth below the top: they are sent back as they were read. What the body no longer has takes its unknown fields with it.
 */
export function sendBackUnknown<T extends object>(schema: z.ZodObject, body: T, live: object): T {
  const fields: Readonly<Record<string, Schema>> = userSchema(schema).shape;
  const all = Object.entries(body).map(([name, value]) => {
    const field = fields[name];
    return [name, field === undefined ? value : merged(field, value, (live as Fields)[name], false)];
  });
  return Object.fromEntries(all) as T;
}

/** A change of an object that a request replaces as a whole. */
interface Replaced {
  /** What the program declared last. */
  declared: object;
  body: object;
  live: object;
}

/**
 * What a request that replaces a whole object sends back at its top: the fields that the program leaves to the platform, and
 * those that this release does not know, but for what no client sets.
 */
export function sendBackAtTop(schema: z.ZodObject, { declared, body, live }: Replaced): Fields {
  const unknown = Object.entries(unknownFieldsOf(live)).filter(
    ([name, value]) => value !== null && !isReadOnlyByName(name),
  );
  const left = Object.entries(userSchema(schema).shape as Record<string, Schema>).flatMap(([name, field]) => {
    const value = (live as Fields)[name];
    const isLeft = metadataOf(field).serverDefault === true && [declared, body].every((one) => !isGiven(one, name));
    return isLeft && isValid(field, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries([...unknown, ...left]);
}

/**
 * Names that only the platform sets, in the style of the contract: ids and addresses, times, counters, states, and who has done
 * something. A platform that is strict would refuse them.
 */
const readOnlyNames =
  /^(id|uuid|url|href|links?|client|owner|account|status|state|revision|etag|(last|created|updated|deleted|modified)(_.*|[A-Z].*)?|.*(_at|_on|_by|_count|_checksum|[a-z](At|On|By|Count|Checksum))|count)$/;

function isReadOnlyByName(name: string): boolean {
  return name.startsWith("_") || readOnlyNames.test(name);
}

function isGiven(value: object, name: string): boolean {
  return ((value as Fields)[name] ?? undefined) !== undefined;
}

function isValid(field: Schema, value: unknown): boolean {
  return value !== undefined && value !== null && isOptional(field) && (field as z.ZodType).safeParse(value).success;
}

function merged(schema: Schema, body: unknown, live: unknown, isAbove: boolean): unknown {
  if (!isObject(body) || !isObject(live) || Array.isArray(body) !== Array.isArray(live)) return body;
  const isVerbatim = isAbove || metadataOf(schema).verbatimKeys === true;
  const liveOf = Array.isArray(live) ? elementOf(schema, live) : (_: unknown, key: string | number) => live[key];
  const own = mapWithSchema(schema, body, (field, element, key) =>
    field === undefined ? element : merged(field, element, liveOf(element, key), isVerbatim),
  );
  const { shape } = alternative(unwrap(schema), body)._zod.def as z.core.$ZodTypeDef & { shape?: Fields };
  return shape === undefined ? own : { ...unknownOf(live, shape, isVerbatim), ...(own as Fields) };
}

/** The element of the live list with the same key. Without a key no place is certain: it is the one with all that is sent. */
function elementOf(schema: Schema, live: readonly unknown[]) {
  const { listKey } = metadataOf(schema);
  return (element: unknown): unknown => {
    if (!isObject(element)) return undefined;
    const names = listKey === undefined ? Object.keys(element) : [listKey];
    return live.find((one) => isObject(one) && names.every((name) => isDeepStrictEqual(one[name], element[name])));
  };
}

/** Under verbatim keys the schemas of responses are open, and the names are the platform's. */
function unknownOf(live: Fields, shape: Fields, isVerbatim: boolean): Fields {
  const all = isVerbatim ? live : unknownFieldsOf(live);
  const isUnknown = ([name, value]: [string, unknown]) => !Object.hasOwn(shape, name) && value !== null;
  return Object.fromEntries(Object.entries(all).filter(isUnknown));
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === "object";
}
