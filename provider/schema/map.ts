import type { z } from "zod";
import { metadataOf, oncePerSchema, unwrap } from "./fields.ts";
import { camel, child } from "./naming.ts";

type Schema = z.core.$ZodType;

/** Spelling of the keys of a value: the wire's, or the user's camelCase. */
export type Keys = "wire" | "user";

/** Spelling below a schema: some maps and options keep the wire's names for users as well. */
export function keysBelow(schema: Schema, keys: Keys): Keys {
  return metadataOf(schema).verbatimKeys === true ? "wire" : keys;
}

/**
 * Maps one level of a list or object: `visit` gets each element with its schema, undefined where there is none. A field
 * for which it returns undefined is left out.
 */
export function mapWithSchema(
  schema: Schema,
  value: object,
  visit: (field: Schema | undefined, element: unknown, key: string | number) => unknown,
  keys: Keys = "wire",
): unknown {
  const bare = unwrap(schema);
  if (Array.isArray(value)) {
    const element = child(bare, 0);
    return value.map((item, index) => visit(element, item, index));
  }
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mapped = visit(fieldOf(bare, key, keys), item, key);
    if (mapped !== undefined) result[key] = mapped;
  }
  return result;
}

/** The schema of a field by the name in use; `schema` is unwrapped. */
export function fieldOf(schema: Schema, key: string, keys: Keys): Schema | undefined {
  const own = keys === "user" ? userFieldsOf(schema).get(key) : undefined;
  return own ?? child(schema, key);
}

const userFieldsOf: (schema: Schema) => ReadonlyMap<string, Schema> = oncePerSchema((schema) => {
  const { shape = {} } = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  return new Map(Object.entries(shape).map(([wire, field]) => [camel(wire), field]));
});
