import { z } from "zod";
import { notSetValues } from "../server/not-set.ts";

export type Json = Record<string, unknown>;

/** Exact, unlike the double that JSON Schema's own number would be; the document is written with `writeJson`. */
const largestUint64 = 2n ** 64n - 1n;

/**
 * A schema as JSON Schema. Both requests and answers are described as they are on the wire, which is the input of the
 * table's schemas.
 */
export function jsonSchema(schema: z.core.$ZodType, override: Override = () => {}): Json {
  // Transforms have a form on the wire, and say it by `meta`.
  const written = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", unrepresentable: "any", override });
  const { $schema: _schema, $defs: _defs, ...rest } = written;
  return z.looseObject({}).parse(finished(rest));
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** A request's body: beside what the table says, a field that may be left out takes what says "not set". */
export function bodySchema(schema: z.core.$ZodType): Json {
  return jsonSchema(schema, ({ zodSchema, jsonSchema: written }) => {
    const shape = zodSchema._zod.def.type === "object" ? (zodSchema as z.core.$ZodObject)._zod.def.shape : {};
    for (const [name, field] of Object.entries(shape)) {
      const own = written.properties?.[name];
      const values = notSetValues(field);
      if (typeof own === "object" && values.length > 0)
        written.properties = { ...written.properties, [name]: { anyOf: [own, ...values.map(exactly)] } };
    }
  });
}

function exactly(value: unknown): z.core.JSONSchema.BaseSchema {
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) return { type: "array", maxItems: 0 };
  return typeof value === "object" ? { type: "object", maxProperties: 0 } : { const: value as string | number };
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
