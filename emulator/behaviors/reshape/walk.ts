import { alternative, child, unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";

export type Fields = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** Transforms an object of a response; `schema` is its schema in the table of endpoints. */
type ObjectChange = (fields: Fields, schema: Schema, name: string) => Fields;

/**
 * Applies a transformation to each object that the schema describes, innermost first. Maps such as `labels`, which have the
 * user's keys, are unchanged. `name` is the field that contains the object.
 */
export function mapObjects(schema: Schema, value: unknown, change: ObjectChange, name = ""): unknown {
  if (value === null || typeof value !== "object") return value;
  const own = alternative(unwrap(schema), value);
  if (Array.isArray(value)) {
    const element = child(own, 0);
    return element === undefined ? value : value.map((each) => mapObjects(element, each, change, name));
  }
  const entries = Object.entries(value).map(([key, part]) => {
    const below = child(own, key);
    return [key, below === undefined ? part : mapObjects(below, part, change, key)] as const;
  });
  const fields = Object.fromEntries(entries);
  return own._zod.def.type === "object" ? change(fields, own, name) : fields;
}

const accepted = new WeakMap<Schema, Map<string, boolean>>();

/** Whether the response schema accepts a value; cached by field and value. */
export function accepts(schema: Schema, value: unknown): boolean {
  const key = JSON.stringify(value) ?? "absent";
  const known = accepted.get(schema) ?? new Map<string, boolean>();
  accepted.set(schema, known);
  let result = known.get(key);
  if (result === undefined) {
    result = (schema as z.ZodType).safeParse(value).success;
    known.set(key, result);
  }
  return result;
}
