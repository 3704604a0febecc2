import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { defaultOf, mapWithSchema, userSchema } from "../../schema/index.ts";

/** Returns a value without the fields that have their default. */
export function withoutDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  return omitDefaults(userSchema(schema), value);
}

function omitDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined) return element;
    const standard = Array.isArray(value) ? undefined : defaultOf(field);
    const isDefault = standard !== undefined && isDeepStrictEqual(element, standard);
    return isDefault ? undefined : omitDefaults(field, element);
  });
}
