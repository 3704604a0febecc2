import type { z } from "zod";
import { metadataOf, unwrap } from "./fields.ts";
import { mapWithSchema } from "./map.ts";
import { alternative } from "./naming.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of a request that replaces what it has, with the fields of the live object that this release does not know, at any
 * depth below the top: they are sent back as they were read. At the top platforms add what nobody declares, such as times.
 * What the body no longer has takes its unknown fields with it.
 */
export function sendBackUnknown<T extends object>(schema: z.ZodObject, body: T, live: object): T {
  const fields: Readonly<Record<string, Schema>> = userSchema(schema).shape;
  const all = Object.entries(body).map(([name, value]) => {
    const field = fields[name];
    return [name, field === undefined ? value : merged(field, value, (live as Fields)[name], false)];
  });
  return Object.fromEntries(all) as T;
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

/** The element of the live list with the same key. Without a key no place is certain. */
function elementOf(schema: Schema, live: readonly unknown[]) {
  const { listKey } = metadataOf(schema);
  return (element: unknown): unknown => {
    if (listKey === undefined || !isObject(element)) return undefined;
    return live.find((one) => isObject(one) && one[listKey] === element[listKey]);
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
