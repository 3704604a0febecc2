import type { z } from "zod";
import { unwrap } from "./fields.ts";
import { child } from "./naming.ts";

type Schema = z.core.$ZodType;

/**
 * Maps one level of a list or object. `visit` gets each element with its schema, or undefined if there is none. A field for which
 * it returns undefined is left out. Schema and value have the same names.
 */
export function mapWithSchema(
  schema: Schema,
  value: object,
  visit: (field: Schema | undefined, element: unknown, key: string | number) => unknown,
): unknown {
  const bare = unwrap(schema);
  if (Array.isArray(value)) {
    const element = child(bare, 0);
    return value.map((item, index) => visit(element, item, index));
  }
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mapped = visit(child(bare, key), item, key);
    if (mapped !== undefined) result[key] = mapped;
  }
  return result;
}
