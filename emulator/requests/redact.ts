import { child, metadataOf, unwrap } from "@cloudplatform/pulumi/api";
import type { z } from "zod";

const hidden = "[redacted]";

/** Secret fields by name and the name of what holds them: a wrong body need not fit the schema that marks them. */
const secretNames: Record<string, readonly string[]> = {
  key: ["secure_key"],
  value: ["secret_slots"],
};

/** A copy of a body without its secrets: fields that the schema marks, and fields of known names. */
export function redacted(schema: z.core.$ZodType | undefined, value: unknown, holder = "", name = ""): unknown {
  if (value === null || value === undefined) return value;
  const secret = (schema !== undefined && metadataOf(schema).secret === true) || secretNames[name]?.includes(holder);
  if (secret) return hidden;
  if (typeof value !== "object") return value;
  const bare = schema && unwrap(schema);
  const below = (part: PropertyKey) => bare && child(bare, part);
  if (Array.isArray(value)) return value.map((element, index) => redacted(below(index), element, holder, name));
  const entries = Object.entries(value).map(([key, element]) => [key, redacted(below(key), element, name, key)]);
  return Object.fromEntries(entries);
}
