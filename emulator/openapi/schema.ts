import { z } from "zod";

export type Json = Record<string, unknown>;

/** Exact, unlike the double that JSON Schema's own number would be; the document is written with `writeJson`. */
const largestUint64 = 2n ** 64n - 1n;

/**
 * A schema as JSON Schema. Both requests and answers are described as they are on the wire, which is the input of the
 * table's schemas.
 */
export function jsonSchema(schema: z.core.$ZodType): Json {
  // Transforms have a form on the wire, and say it by `meta`.
  const written = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", unrepresentable: "any" });
  const { $schema: _schema, $defs: _defs, ...rest } = written;
  return z.looseObject({}).parse(finished(rest));
}

/** "Any JSON" is the one recursive schema of the table: without its definition it means the same. */
function finished(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(finished);
  if (value === null || typeof value !== "object") return value;
  if ("$ref" in value) return {};
  const entries = Object.entries(value).map(([key, element]) => [key, finished(element)]);
  if ("format" in value && value.format === "uint64") entries.push(["maximum", largestUint64]);
  return Object.fromEntries(entries);
}
