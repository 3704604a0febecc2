import type { z } from "zod";
import { unwrap } from "../../provider/schema/index.ts";

/** Ways in which every input of a resource can be wrong at once. */
export const ways = ["of another type", "too small", "too large", "missing", "unknown"] as const;
export type Way = (typeof ways)[number];

interface Below {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

/** Returns a value for a schema in which each part, at any depth, is wrong in one way. */
export function wrongValue(schema: z.core.$ZodType, way: Way): unknown {
  const { type, shape, element, valueType, options } = unwrap(schema)._zod.def as z.core.$ZodTypeDef & Below;
  if (type === "object") {
    const fields = Object.entries(shape ?? {}).map(([name, field]) => [name, wrongValue(field, way)]);
    return { ...Object.fromEntries(fields), ...(way === "unknown" && { unheardOf: 1 }) };
  }
  if (type === "array") return element && [wrongValue(element, way)];
  if (type === "record") return valueType && { one: wrongValue(valueType, way) };
  if (type === "union" && options?.[0] !== undefined) return wrongValue(options.at(-1) as z.core.$ZodType, way);
  if (way === "of another type") return type === "string" || type === "enum" ? { no: "text" } : "no such value";
  if (way === "too small") return type === "number" || type === "int" ? -1_000_000_000 : "";
  if (way === "too large") return type === "number" || type === "int" ? 1e15 : "x".repeat(5000);
  return undefined;
}
