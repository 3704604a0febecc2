import type { z } from "zod";
import { alternative, isOptional, metadataOf, unwrap } from "./fields.ts";
import { withUnread } from "./unparsed.ts";

type Schema = z.core.$ZodType;

/** Why a response could not be read. */
interface ReadIssue {
  path: PropertyKey[];
  message: string;
}

export type Read<T> = { success: true; data: T } | { success: false; problems: ReadIssue[] };

/**
 * Reads a response with tolerance. A number may come as text, and an unknown value of an enumeration is kept as text. An optional
 * field that cannot be read is left out, and so is an element of a list of objects; both stay available through `unreadOf`. So
 * one unreadable object never blocks others, and an unreadable field matters only where it is used.
 */
export function readResponse<S extends z.ZodType>(schema: S, value: unknown): Read<z.output<S>> {
  const whole = schema.safeParse(value);
  if (whole.success) return whole;
  return read(schema, value, []) as Read<z.output<S>>;
}

function read(schema: Schema, value: unknown, path: PropertyKey[]): Read<unknown> {
  const result = (schema as z.ZodType).safeParse(value);
  if (result.success) return { success: true, data: result.data };
  const problems = result.error.issues.map((issue) => ({ path: [...path, ...issue.path], message: issue.message }));
  const failure = { success: false, problems } as const;
  if (value === null || typeof value !== "object") return readScalar(schema, value) ?? failure;
  const bare = alternative(unwrap(schema), value);
  const def = bare._zod.def as z.core.$ZodTypeDef & Below;
  if (Array.isArray(value) && def.element !== undefined) return readList(bare, def.element, value, path);
  if (!Array.isArray(value) && def.shape !== undefined) return readObject(def.shape, value, path);
  if (!Array.isArray(value) && def.valueType !== undefined) return readMap(def.valueType, value, path);
  return failure;
}

function readScalar(schema: Schema, value: unknown): Read<unknown> | undefined {
  // Enumerations grow with the platform: an unknown value is kept as text.
  if (typeof value === "string" && isEnumeration(schema)) return { success: true, data: value };
  const result = (schema as z.ZodType).safeParse(otherSpelling(value) ?? value);
  return result.success ? { success: true, data: result.data } : undefined;
}

function isEnumeration(schema: Schema): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { innerType?: Schema; out?: Schema };
  const inner = def.innerType ?? def.out;
  return def.type === "enum" || (inner !== undefined && isEnumeration(inner));
}

interface Below {
  element?: Schema;
  shape?: Record<string, Schema>;
  valueType?: Schema;
}

/** Returns the other form in which platforms write the scalar: numbers as text, and ids as numbers where the contract has text. */
export function otherSpelling(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function readList(schema: Schema, element: Schema, list: unknown[], path: PropertyKey[]): Read<unknown> {
  const isApart = metadataOf(schema).readEach === true;
  const data: unknown[] = [];
  const unread: Record<string, unknown> = {};
  for (const [index, item] of list.entries()) {
    const result = read(element, item, [...path, index]);
    if (result.success) data.push(result.data);
    else if (isApart) unread[index] = item;
    else return result;
  }
  return { success: true, data: withUnread(data, unread) };
}

function readObject(shape: Record<string, Schema>, value: object, path: PropertyKey[]): Read<unknown> {
  const data: Record<string, unknown> = { ...value };
  const unread: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const given = (value as Record<string, unknown>)[key];
    const result = read(field, given, [...path, key]);
    if (result.success) {
      if (result.data !== undefined) data[key] = result.data;
    } else if (metadataOf(field).totalCount === true) {
      const { total_count: total } = value as { total_count?: unknown };
      if (typeof total !== "number") unread[key] = given;
      data[key] = typeof total === "number" ? total : maxListLength(value);
    } else if (isOptional(field)) {
      unread[key] = given;
      delete data[key];
    } else return result;
  }
  return { success: true, data: withUnread(data, unread) };
}

/** Returns the number of items in a page, which is all that is known if the platform does not count them. */
function maxListLength(page: object): number {
  return Math.max(0, ...Object.values(page).map((field) => (Array.isArray(field) ? field.length : 0)));
}

function readMap(element: Schema, map: object, path: PropertyKey[]): Read<unknown> {
  const data: Record<string, unknown> = {};
  const unread: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(map)) {
    const result = read(element, item, [...path, key]);
    if (result.success) data[key] = result.data;
    else unread[key] = item;
  }
  return { success: true, data: withUnread(data, unread) };
}
