import type { z } from "zod";
import { metadataOf } from "./fields.ts";
import { type Keys, keysBelow, mapWithSchema } from "./map.ts";
import { isUnknown } from "./unknowns.ts";

type Schema = z.core.$ZodType;

/** Maps the secret values of a value, by its schema; keys are in the user's spelling. */
export function mapSecretValues(
  schema: Schema,
  value: unknown,
  map: (secret: unknown) => unknown,
  keys: Keys = "user",
): unknown {
  if (value === null || typeof value !== "object") return value;
  const below = keysBelow(schema, keys);
  return mapWithSchema(
    schema,
    value,
    (field, element) => {
      if (field === undefined || element === null || element === undefined) return element;
      if (metadataOf(field).secret === true) return isUnknown(element) ? element : map(element);
      return mapSecretValues(field, element, map, below);
    },
    below,
  );
}
