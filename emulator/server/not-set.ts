import { child, isOptional, unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";

type Schema = z.core.$ZodType;

/**
 * The values that mean "not set" for an optional field: official clients send every known field, as null or as the empty value of
 * its type. 0 means "not set" only for a nullable number with a minimum above 1, such as a size; with a minimum of 1, such as
 * that of `weight` or a node count, 0 is out of range. A value that the field accepts (`tunnel: ""`) keeps its meaning.
 */
export function notSetValues(field: Schema): readonly unknown[] {
  if (!isOptional(field)) return [];
  const accepts = (value: unknown) => (field as z.ZodType).safeParse(value).success;
  const empties: readonly unknown[] = [null, "", [], {}, ...(accepts(null) && !accepts(1) ? [0] : [])];
  const { type } = unwrap(field)._zod.def;
  return empties.filter((value) => !accepts(value) && (value === null || isEmptyOf(type, value)));
}

/** Whether a value is the empty value of a type; an enum is text. */
function isEmptyOf(type: string, value: unknown): boolean {
  if (value === "") return type === "string" || type === "enum";
  if (value === 0) return type === "number";
  return Array.isArray(value) ? type === "array" : type === "object" || type === "record";
}

/** A body without the fields whose value means "not set". */
export function withoutNotSet(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const own = unwrap(schema);
  if (Array.isArray(value)) {
    const element = child(own, 0);
    return element === undefined ? value : value.map((each) => withoutNotSet(element, each));
  }
  const isObject = own._zod.def.type === "object";
  const entries = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const field = child(own, name);
    if (field === undefined) return [[name, part]];
    const kept = withoutNotSet(field, part);
    return isObject && isEmpty(kept) && meansNotSet(field, kept) ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

function meansNotSet(field: Schema, value: unknown): boolean {
  return notSetValues(field).some((empty) => JSON.stringify(empty) === JSON.stringify(value));
}

/** Null, or the empty value of its type. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
