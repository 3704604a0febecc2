import { mapWithSchema, metadataOf } from "@cloudplatform/pulumi/schema";
import { z } from "zod";

const hidden = "[redacted]";

/** Secret fields by name and parent name, because an invalid body does not match the schema that marks them. */
const secretNames = new Map([
  ["key", "secure_key"],
  ["value", "secret_slots"],
]);

const anything = z.unknown();

/** A copy of a body without secrets: fields that the schema marks as secret, and fields with known names. */
export function redact(schema: z.core.$ZodType | undefined, value: unknown, parent = "", name = ""): unknown {
  if (value === null || value === undefined) return value;
  const secret = (schema !== undefined && metadataOf(schema).secret === true) || secretNames.get(name) === parent;
  if (secret) return hidden;
  if (typeof value !== "object") return value;
  const isList = Array.isArray(value);
  return mapWithSchema(schema ?? anything, value, (field, element, key) =>
    isList ? redact(field, element, parent, name) : redact(field, element, name, String(key)),
  );
}
