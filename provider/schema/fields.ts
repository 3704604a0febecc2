import { z } from "zod";
import { type FieldMetadata, fieldMetadata } from "../api/field-metadata.ts";

/** The schema below `optional`, `nullable`, `default` and the like. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let current = schema;
  for (;;) {
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
    if (inner === undefined) return current;
    current = inner;
  }
}

/** Metadata of a field, whichever of its wrappers carries it. */
export const metadataOf: (schema: z.core.$ZodType) => Readonly<FieldMetadata> = oncePerSchema((schema) => {
  let found: FieldMetadata = {};
  for (const layer of layers(schema)) found = { ...fieldMetadata.get(layer), ...found };
  return found;
});

/** Description of a field, whichever of its wrappers carries it. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  for (const layer of layers(schema)) {
    const description = z.globalRegistry.get(layer)?.description;
    if (description !== undefined) return description;
  }
  return undefined;
}

/** Default that the platform applies when a field is left out, as the contract states it. */
export const defaultOf: (schema: z.core.$ZodType) => unknown = oncePerSchema((schema) => {
  for (const layer of layers(schema)) {
    const def = layer._zod.def as z.core.$ZodTypeDef & { defaultValue?: unknown };
    if (def.type === "default" || def.type === "prefault") return def.defaultValue;
  }
  return undefined;
});

/** Whether a field may be left out. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined; // zod reports "defaulted" for a field with a default
}

/** A function of a schema whose result is kept: values are compared field by field, and schemas never change. */
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
