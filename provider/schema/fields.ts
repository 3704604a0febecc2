import { z } from "zod";
import { type FieldMetadata, fieldMetadata } from "../api/field-metadata.ts";

/** Returns the schema inside `optional`, `nullable`, `default` and other wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let current = schema;
  for (;;) {
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
    if (inner === undefined) return current;
    current = inner;
  }
}

/** Returns the metadata of a field, whichever of its wrappers carries it. */
export const metadataOf: (schema: z.core.$ZodType) => Readonly<FieldMetadata> = oncePerSchema((schema) => {
  let found: FieldMetadata = {};
  for (const layer of layers(schema)) found = { ...fieldMetadata.get(layer), ...found };
  return found;
});

/** Returns the description of a field, whichever of its wrappers carries it. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  for (const layer of layers(schema)) {
    const description = z.globalRegistry.get(layer)?.description;
    if (description !== undefined) return description;
  }
  return undefined;
}

/** Returns the default that the platform applies to an omitted field, according to the contract. */
export const defaultOf: (schema: z.core.$ZodType) => unknown = oncePerSchema((schema) => {
  for (const layer of layers(schema)) {
    const def = layer._zod.def as z.core.$ZodTypeDef & { defaultValue?: unknown };
    if (def.type === "default" || def.type === "prefault") return def.defaultValue;
  }
  return undefined;
});

/** Whether a field may be omitted. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined; // zod reports "defaulted" for a field with a default
}

/** Caches the result of a function per schema: values are compared field by field, and schemas never change. */
export function oncePerSchema<T>(compute: (schema: z.core.$ZodType) => T): (schema: z.core.$ZodType) => T {
  const known = new WeakMap<z.core.$ZodType, { result: T }>();
  return (schema) => {
    const entry = known.get(schema) ?? { result: compute(schema) };
    known.set(schema, entry);
    return entry.result;
  };
}

function* layers(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  let current: z.core.$ZodType | undefined = schema;
  while (current !== undefined) {
    yield current;
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    current = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  }
}
