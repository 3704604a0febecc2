import { z } from "zod";
import { type FieldMetadata, fieldMetadata } from "../api/field-metadata.ts";

type Schema = z.core.$ZodType;

/** Returns the schema inside `optional`, `nullable`, `default` and other wrappers. */
export function unwrap(schema: Schema): Schema {
  let current = schema;
  for (;;) {
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: Schema; in?: Schema };
    const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
    if (inner === undefined) return current;
    current = inner;
  }
}

/** Returns the metadata of a field, whichever of its wrappers carries it. */
export const metadataOf: (schema: Schema) => Readonly<FieldMetadata> = oncePerSchema((schema) => {
  let found: FieldMetadata = {};
  for (const layer of layers(schema)) found = { ...fieldMetadata.get(layer), ...found };
  return found;
});

/** Returns the description of a field, whichever of its wrappers carries it. */
export function descriptionOf(schema: Schema): string | undefined {
  for (const layer of layers(schema)) {
    const description = z.globalRegistry.get(layer)?.description;
    if (description !== undefined) return description;
  }
  return undefined;
}

/** Returns the default that the platform applies to an omitted field, according to the contract. */
export const defaultOf: (schema: Schema) => unknown = oncePerSchema((schema) => {
  for (const layer of layers(schema)) {
    const def = layer._zod.def as z.core.$ZodTypeDef & { defaultValue?: unknown };
    if (def.type === "default" || def.type === "prefault") return def.defaultValue;
  }
  return undefined;
});

/** Whether a field may be omitted. */
export function isOptional(schema: Schema): boolean {
  return schema._zod.optin !== undefined; // zod reports "defaulted" for a field with a default
}

/** Caches the result of a function per schema: values are compared field by field, and schemas never change. */
export function oncePerSchema<T>(compute: (schema: Schema) => T): (schema: Schema) => T {
  const known = new WeakMap<z.core.$ZodType, { result: T }>();
  return (schema) => {
    const entry = known.get(schema) ?? { result: compute(schema) };
    known.set(schema, entry);
    return entry.result;
  };
}

function* layers(schema: Schema): Generator<Schema> {
  let current: Schema | undefined = schema;
  while (current !== undefined) {
    yield current;
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: Schema; in?: Schema };
    current = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  }
}

/** Returns the fields of an object; undefined: the schema is not an object's. */
export function shapeOf(schema: Schema): Record<string, Schema> | undefined {
  const def = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  return def.type === "object" ? def.shape : undefined;
}

/** Returns the member of a union that fits the value's form. Our unions have at most one object and one array. */
export function alternative(schema: Schema, value: object): Schema {
  const def = schema._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  if (def.type !== "union" || def.options === undefined) return schema;
  const wanted = Array.isArray(value) ? ["array"] : ["object", "record"];
  return def.options.map(unwrap).find((option) => wanted.includes(option._zod.def.type)) ?? schema;
}

/** Returns the schema of an element, value or field. */
export function child(schema: Schema, part: PropertyKey): Schema | undefined {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    element?: Schema;
    valueType?: Schema;
    shape?: Record<string, Schema>;
    options?: Schema[];
  };
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  if (def.type === "object") return def.shape?.[String(part)];
  if (def.type === "union")
    for (const option of def.options ?? []) {
      const found = child(unwrap(option), part);
      if (found !== undefined) return found;
    }
  return undefined;
}

/**
 * Maps one level of a list or object. `visit` gets each element with its schema, or undefined if there is none. A field for which
 * it returns undefined is left out. Schema and value have the same names.
 */
export function mapWithSchema(
  schema: Schema,
  value: object,
  visit: (field: Schema | undefined, element: unknown, key: string | number) => unknown,
): unknown {
  const bare = unwrap(schema);
  if (Array.isArray(value)) {
    const element = child(bare, 0);
    return value.map((item, index) => visit(element, item, index));
  }
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mapped = visit(child(bare, key), item, key);
    if (mapped !== undefined) result[key] = mapped;
  }
  return result;
}
