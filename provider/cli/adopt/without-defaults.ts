import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { defaultOf, type Keys, keysBelow, mapWithSchema } from "../../schema/index.ts";

/** A value in the user's spelling without fields that have their default. */
export function withoutDefaults(schema: z.core.$ZodType, value: unknown, keys: Keys = "user"): unknown {
  if (value === null || typeof value !== "object") return value;
  const below = keysBelow(schema, keys);
  return mapWithSchema(
    schema,
    value,
    (field, element) => {
      if (field === undefined) return element;
      const standard = Array.isArray(value) ? undefined : defaultOf(field);
      const isDefault = standard !== undefined && isDeepStrictEqual(element, standard);
      return isDefault ? undefined : withoutDefaults(field, element, below);
    },
    below,
  );
}
