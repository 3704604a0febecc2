import type { z } from "zod";
import { isUnknown } from "../values/unknown.ts";
import { defaultOf, isOptional, mapWithSchema, metadataOf, shapeOf, unwrap } from "./fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/**
 * Returns the form in which equal values are written equally: defaults filled in, nulls that mean "left out" dropped, unordered
 * lists sorted. Unknown values stay.
 */
export function canonical(schema: Schema, value: unknown): unknown {
  return fill(userSchema(schema), value, ordered);
}

/** Like {@link canonical}, but lists keep the order of the program. */
export function withDefaults(schema: Schema, value: unknown): unknown {
  return fill(userSchema(schema), value, (_schema, list) => list);
}

type Order = (schema: Schema, list: unknown[]) => unknown[];

function fill(schema: Schema, value: unknown, order: Order): unknown {
  if (value === null || typeof value !== "object") return value;
  const filled = mapWithSchema(schema, value, (field, item) => {
    if (Array.isArray(value)) return field === undefined ? item : fill(field, item, order);
    if (item === null && (field === undefined || isOptional(field))) return undefined;
    return field === undefined ? item : fill(field, item, order);
  });
  if (Array.isArray(filled)) return order(schema, filled);
  const result = filled as Record<string, unknown>;
  for (const [key, field] of Object.entries(shapeOf(unwrap(schema)) ?? {})) {
    const standard = defaultOf(field);
    // A default of null means "left to the platform", like omitting the field.
    if (result[key] === undefined && standard !== undefined && standard !== null) result[key] = standard;
  }
  return result;
}

function ordered(schema: Schema, list: unknown[]): unknown[] {
  const { unordered, listKey } = metadataOf(schema);
  const keyOf = (item: unknown): unknown => {
    if (unordered === true) return item;
    if (listKey === undefined || item === null || typeof item !== "object") return undefined;
    return (item as Record<string, unknown>)[listKey];
  };
  const keys = list.map(keyOf);
  // An unknown element cannot be sorted, and an order that changes later would look like a change.
  if (keys.some((key) => (typeof key !== "string" && typeof key !== "number") || isUnknown(key))) return list;
  return [...list].sort((a, b) => compare(keyOf(a) as string | number, keyOf(b) as string | number));
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
