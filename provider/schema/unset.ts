import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { child, defaultOf, isOptional, mapWithSchema, metadataOf, unwrap } from "./fields.ts";
import { toWire } from "./naming.ts";
import { contractOf, userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** Whether a schema accepts a value. The rules are the contract's. */
export function accepts(schema: Schema, value: unknown): boolean {
  const contract = contractOf(schema);
  if (contract === undefined) return (schema as z.ZodType).safeParse(value).success;
  return (contract as z.ZodType).safeParse(toWire(contract, value).value).success;
}

/**
 * Whether a response's value means "not set". Platforms write that as null, as a missing field, or as the zero value of the
 * field's type: 0 where the minimum is 10, an empty text where names are listed, an object of empty fields. A zero value that the
 * field may have is a value.
 */
export function isUnset(schema: Schema, live: unknown): boolean {
  if (live === null || live === undefined) return true;
  if (!isZero(live)) return false;
  if (!accepts(schema, live)) return true;
  // Nobody chooses 0 if the contract has another default and names no bound.
  return live === 0 && isOptional(schema) && Boolean(defaultOf(schema)) && !hasLowerBound(schema);
}

/** Returns a response's value without the optional fields that are not set. */
export function withoutUnset(schema: Schema, value: unknown): unknown {
  return omitUnset(userSchema(schema), value);
}

function omitUnset(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined) return element;
    const isOmitted = !Array.isArray(value) && isOptional(field) && isUnset(field, element);
    return isOmitted ? undefined : omitUnset(field, element);
  });
}

function hasLowerBound(schema: Schema): boolean {
  const bare = unwrap(schema);
  const minimum = bare instanceof z.ZodNumber ? bare.minValue : undefined;
  return typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER;
}

/** Whether a value is 0, an empty text, list or map, or an object of only these. `false` does not count: it switches off. */
function isZero(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === 0) return true;
  return typeof value === "object" && Object.values(value).every(isZero);
}

/** Whether a value means the same as omitting the field: the default, or an empty value if there is no default. */
export function isSameAsOmitted(schema: Schema, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  const standard = defaultOf(schema) ?? undefined;
  if (standard !== undefined && isDeepStrictEqual(value, standard)) return true;
  if (metadataOf(schema).presenceMatters === true) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object") return standard === undefined && (value === "" || value === 0 || value === false);
  const bare = unwrap(schema);
  // A map has no fields of its own: each of its keys counts.
  if (bare._zod.def.type === "record") return Object.keys(value).length === 0;
  return Object.entries(value).every(([key, element]) => {
    const field = child(bare, key);
    return field === undefined || isSameAsOmitted(field, element);
  });
}
