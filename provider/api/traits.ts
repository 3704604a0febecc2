import { z } from "zod";

/**
 * What a schema cannot say by itself, and what reading, drift and documentation need to know of a field.
 * Kept beside the schema in a registry of its own, so that none of it leaks into JSON Schema.
 */
export interface FieldMetadata {
  /** An array whose order means nothing: `["a", "b"]` equals `["b", "a"]`. */
  unordered?: true;
  /** An array whose elements are told apart by this field; their order means nothing. */
  listKey?: string;
  /** The platform fills a value of its own when the field is left out: no drift. */
  serverDefault?: true;
  /**
   * Cannot change in place: another value replaces the object that has the field. A response without it says nothing,
   * and the declared value is kept.
   */
  immutable?: true;
  /** What a change does, where it is more than a change in place; for the reference. */
  changeText?: string;
  /** An object whose presence alone says something: `{enabled: false}` is not the same as none (CDN options). */
  presenceMatters?: true;
  /** How many items a list has in all; newer and older platforms call it `total_count`. */
  totalCount?: true;
  /** An array of objects of which each is read apart from the others: one that cannot be read is left out. */
  readEach?: true;
  /** The platform never returns the field; the declared value is kept. */
  writeOnly?: true;
  /** Encrypted in state and hidden in output. */
  secret?: true;
  /** Keys below here are the platform's own spelling for users too (CDN options). */
  verbatimKeys?: true;
  /** Unit of a number, for the documentation: `seconds`, `GiB`. */
  unit?: string;
  /** Why one should not use it any more. */
  deprecated?: string;
}

export const fieldMetadata = z.registry<FieldMetadata>();

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

/** Traits of a field, whichever of its wrappers carries them. */
export function metadataOf(schema: z.core.$ZodType): FieldMetadata {
  let found: FieldMetadata = {};
  for (const layer of layers(schema)) found = { ...fieldMetadata.get(layer), ...found };
  return found;
}

/** Description of a field, whichever of its wrappers carries it. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  for (const layer of layers(schema)) {
    const description = z.globalRegistry.get(layer)?.description;
    if (description !== undefined) return description;
  }
  return undefined;
}

/** Default that the platform applies when a field is left out, as the contract states it. */
export function defaultOf(schema: z.core.$ZodType): unknown {
  for (const layer of layers(schema)) {
    const def = layer._zod.def as z.core.$ZodTypeDef & { defaultValue?: unknown };
    if (def.type === "default" || def.type === "prefault") return def.defaultValue;
  }
  return undefined;
}

/** Whether a field may be left out. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined; // zod says "defaulted" of a field with a default
}

function* layers(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  let current: z.core.$ZodType | undefined = schema;
  while (current !== undefined) {
    yield current;
    const def = current._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    current = def.innerType ?? (def.type === "pipe" ? def.in : undefined);
  }
}
