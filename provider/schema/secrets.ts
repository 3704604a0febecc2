import type { z } from "zod";
import { isUnknown } from "../values/unknown.ts";
import { metadataOf } from "./fields.ts";
import { mapWithSchema } from "./map.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** Maps the secret values of a value, by its schema. */
export function mapSecretValues(schema: Schema, value: unknown, map: (secret: unknown) => unknown): unknown {
  return mapSecrets(userSchema(schema), value, map);
}

function mapSecrets(schema: Schema, value: unknown, map: (secret: unknown) => unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined || element === null || element === undefined) return element;
    if (metadataOf(field).secret === true) return isUnknown(element) ? element : map(element);
    return mapSecrets(field, element, map);
  });
}
