import { z } from "zod";
import { notSetValues } from "../server/not-set.ts";

export type Json = Record<string, unknown>;

/** A BigInt, because a double is not exact; the document is written with `writeJson`. */
const maxUint64 = 2n ** 64n - 1n;

/** Converts a schema to JSON Schema. It describes requests and responses as on the wire, the input of the table's schemas. */
export function jsonSchema(schema: z.core.$ZodType, override: Override = () => {}): Json {
  // Transforms declare their wire type in `meta`.
  const written = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", unrepresentable: "any", override });
  const { $schema: _schema, $defs: _defs, ...rest } = written;
  return z.looseObject({}).parse(resolveRefs(rest));
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** JSON Schema of a request body: an optional field also accepts the values that mean "not set". */
export function bodySchema(schema: z.core.$ZodType): Json {
  return jsonSchema(schema, ({ zodSchema, jsonSchema: written }) => {
    const shape = zodSchema._zod.def.type === "object" ? (zodSchema as z.core.$ZodObject)._zod.def.shape : {};
    for (const [name, field] of Object.entries(shape)) {
      const own = written.properties?.[name];
      const values = notSetValues(field);
      if (typeof own === "object" && values.length > 0)
        written.properties = { ...written.properties, [name]: { anyOf: [own, ...values.map(constSchema)] } };
    }
  });
}

function constSchema(value: unknown): z.core.JSONSchema.BaseSchema {
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) return { type: "array", maxItems: 0 };
  return typeof value === "object" ? { type: "object", maxProperties: 0 } : { const: value as string | number };
}

/** "Any JSON" is the only recursive schema of the table; an empty schema means the same. */
function resolveRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveRefs);
  if (value === null || typeof value !== "object") return value;
  if ("$ref" in value) return {};
  const entries = Object.entries(value).map(([key, element]) => [key, resolveRefs(element)]);
  if ("format" in value && value.format === "uint64") entries.push(["maximum", maxUint64]);
  return Object.fromEntries(entries);
}
