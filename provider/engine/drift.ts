import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { child, defaultOf, isOptional, pathText, traitsOf, unwrap, userPath } from "../api/index.ts";

type Schema = z.core.$ZodType;

/**
 * A live object as the user would have written it, on the wire's side of naming: what the platform filled in by
 * itself and the user never said is left out, everything else is as it is there. Where the result differs from what
 * was declared, somebody changed the object: that is drift.
 */
export function asDeclared(schema: Schema, live: unknown, declared: unknown): unknown {
  if (traitsOf(schema).notEchoed === true) return declared;
  const bare = unwrap(schema);
  if (live === null || live === undefined) return isEmpty(declared) ? declared : undefined;
  if (Array.isArray(live)) return listAsDeclared(schema, live, declared);
  if (typeof live !== "object") return live;
  const before = isRecord(declared) ? declared : {};
  const result: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(live)])) {
    const field = child(bare, key);
    const there = (live as Record<string, unknown>)[key];
    const said = before[key];
    if (field === undefined) continue;
    // What must be said is never filled in: of something new on the platform it belongs to the declaration, even `false`.
    const isUnsaid = said === undefined && isOptional(field);
    if (isUnsaid && isFilled(field, there)) continue;
    const isNull = said === undefined && !isUnsaid && there === null && takesNull(field);
    const value = isNull ? null : asDeclared(field, there, said);
    // An object in which there is nothing but what the platform fills in says nothing.
    if (isUnsaid && isRecord(value) && isEmpty(value)) continue;
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function listAsDeclared(schema: Schema, live: unknown[], declared: unknown): unknown[] {
  const element = child(unwrap(schema), 0);
  if (element === undefined) return live;
  const { keyedBy } = traitsOf(schema);
  const before: unknown[] = Array.isArray(declared) ? declared : [];
  return live.map((item, index) => {
    if (keyedBy === undefined) return asDeclared(element, item, before[index]);
    // Where a key stands more than once, the first belongs to the first, and so on.
    const place = live.slice(0, index).filter((other) => sameKey(keyedBy, item, other)).length;
    return asDeclared(element, item, before.filter((other) => sameKey(keyedBy, item, other))[place]);
  });
}

function sameKey(key: string, a: unknown, b: unknown): boolean {
  return isRecord(a) && isRecord(b) && a[key] === b[key];
}

/** Whether null is a value of a field. */
function takesNull(schema: Schema): boolean {
  const { type, innerType } = schema._zod.def as z.core.$ZodTypeDef & { innerType?: Schema };
  return type === "nullable" || (innerType !== undefined && takesNull(innerType));
}

/** What the platform fills in for a field that was left out: its own choice, the default, or nothing. */
function isFilled(field: Schema, live: unknown): boolean {
  if (traitsOf(field).filled === true || live === null || live === undefined) return true;
  const standard = defaultOf(field) ?? undefined;
  return standard === undefined ? isEmpty(live) : isDeepStrictEqual(live, standard);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A place in which two values differ. */
export interface Difference {
  /** Path in the user's spelling, as text. */
  path: string;
  declared: unknown;
  live: unknown;
}

/** Where what was declared and what is there differ, place by place, in the user's spelling. */
export function differences(schema: Schema, declared: unknown, live: unknown, path: PropertyKey[] = []): Difference[] {
  if (isDeepStrictEqual(declared, live)) return [];
  if (isRecord(declared) && isRecord(live)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(live)])].sort();
    return keys.flatMap((key) => differences(schema, declared[key], live[key], [...path, key]));
  }
  return [{ path: pathText(userPath(schema, path)), declared, live }];
}
