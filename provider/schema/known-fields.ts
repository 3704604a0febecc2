import type { z } from "zod";
import { unwrap } from "./fields.ts";
import { mapWithSchema } from "./map.ts";
import { alternative } from "./naming.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** Returns a value without fields that its schema does not name, at any depth. */
export function knownFields<T>(schema: Schema, value: T): T {
  return pick(userSchema(schema), value) as T;
}

function pick(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const isObject = alternative(unwrap(schema), value)._zod.def.type === "object";
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined) return isObject ? undefined : element;
    return pick(field, element);
  });
}
