import type { z } from "zod";
import { isUnknown } from "../values/unknown.ts";
import { mapWithSchema, metadataOf } from "./fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** Maps the values that a schema marks as secret; with `credentials`, also texts that may be credentials. */
export function mapSecretValues(
  schema: Schema,
  value: unknown,
  map: (secret: unknown) => unknown,
  { credentials = false }: { credentials?: boolean } = {},
): unknown {
  const isMapped = (field: Schema) => {
    const { secret, credential } = metadataOf(field);
    return secret === true || (credentials && credential === true);
  };
  return mapFields(userSchema(schema), value, isMapped, map);
}

function mapFields(
  schema: Schema,
  value: unknown,
  isMapped: (field: Schema) => boolean,
  map: (secret: unknown) => unknown,
): unknown {
  if (value === null || typeof value !== "object") return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined || element === null || element === undefined) return element;
    if (isMapped(field)) return isUnknown(element) ? element : map(element);
    return mapFields(field, element, isMapped, map);
  });
}
