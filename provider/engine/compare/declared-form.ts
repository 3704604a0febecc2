import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { child, isOptional, metadataOf, pathText, unreadOf, unwrap, userSchema } from "../../schema/index.ts";
import { sameElement } from "../../schema/order.ts";
import { isSameAsOmitted, isUnset } from "../../schema/unset.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { operationSecrets, shownAt } from "../secrets/operation-secrets.ts";
import { asTyped, isOfKind, UnreadableError } from "./coerce.ts";

type Schema = z.core.$ZodType;
type Properties = Record<string, unknown>;

/**
 * Returns a live object as the user would have written it: undeclared values that the platform has filled in are left out, and
 * what it shows for "not set" stays as declared. Where the result differs from what was declared, somebody has changed the
 * object: that is drift.
 *
 * *Errors:* {@link UnreadableError} for a declared field whose live value is of another type than the contract's.
 */
export function toDeclaredForm(schema: Schema, live: unknown, declared: unknown): unknown {
  return turn([], userSchema(schema), live, declared);
}

/** Position within the object. */
type Place = readonly PropertyKey[];

function turn(place: Place, schema: Schema, live: unknown, declared: unknown): unknown {
  if (metadataOf(schema).writeOnly === true || isDeepStrictEqual(live, declared)) return declared;
  if (isUnset(schema, live)) return whenUnset(schema, declared);
  const typed = asTyped(schema, live);
  if (!isOfKind(schema, typed)) throw unreadable(place, live);
  if (typeof typed === "string" && isStandIn(declared)) return asStandIn(typed, declared);
  if (Array.isArray(typed)) return listAsDeclared(place, schema, typed, declared);
  if (!isRecord(typed)) return typed;
  return objectAsDeclared(place, schema, typed, isRecord(declared) ? declared : {});
}

/** Compares by stand-ins, since the declared value is never stored. */
function asStandIn(live: string, declared: string): string {
  const { writeOnly } = operationSecrets();
  if (writeOnly === undefined) return live;
  return writeOnly.isOf(declared, live) ? declared : writeOnly.standInOf(live);
}

/** Returns the value of a field that the response leaves unset: the declared value, or nothing. */
function whenUnset(schema: Schema, declared: unknown): unknown {
  // An immutable field cannot be unset: the platform only does not return it.
  const isFixed = metadataOf(schema).immutable === true;
  // Platforms show an empty text as null, whatever stands for a field that was left out.
  const isKept = isFixed || declared === "" || isSameAsOmitted(schema, declared);
  return isKept ? declared : undefined;
}

function objectAsDeclared(place: Place, schema: Schema, live: Properties, before: Properties): Properties {
  const bare = unwrap(schema);
  const unread = unreadOf(live);
  const result: Properties = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(live), ...Object.keys(unread)])) {
    const field = child(bare, key);
    if (field === undefined) continue;
    const below = [...place, key];
    const declared = before[key];
    if (key in unread) {
      // Nothing was declared, so the value is not needed.
      if (declared === undefined) continue;
      throw unreadable(below, unread[key]);
    }
    const value = fieldAsDeclared(below, field, live[key], declared);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function fieldAsDeclared(place: Place, field: Schema, live: unknown, declared: unknown): unknown {
  // A required field is never a server default: keep it, even if it is `false`.
  const isUndeclared = declared === undefined && isOptional(field);
  if (isUndeclared && isFilled(field, live)) return undefined;
  // Nothing was declared, so the value is not needed.
  if (isUndeclared && !isOfKind(field, asTyped(field, live))) return undefined;
  const value = turn(place, field, live, declared);
  if (value === undefined && !isOptional(field) && takesNull(field)) return null;
  // An object with nothing but server defaults counts as not set.
  return isUndeclared && isRecord(value) && Object.keys(value).length === 0 ? undefined : value;
}

function listAsDeclared(place: Place, schema: Schema, live: unknown[], declared: unknown): unknown[] {
  const element = child(unwrap(schema), 0);
  if (element === undefined) return live;
  const { listKey } = metadataOf(schema);
  const before: unknown[] = Array.isArray(declared) ? declared : [];
  return live.map((item, index) => {
    const below = [...place, index];
    if (listKey === undefined) return turn(below, element, item, before[index]);
    return turn(below, element, item, sameElement(listKey, live, index, before));
  });
}

function unreadable(place: Place, value: unknown): UnreadableError {
  return new UnreadableError(pathText(place), shownAt(place, value));
}

/** Whether a field accepts null. */
function takesNull(schema: Schema): boolean {
  const { type, innerType } = schema._zod.def as z.core.$ZodTypeDef & { innerType?: Schema };
  return type === "nullable" || (innerType !== undefined && takesNull(innerType));
}

/** Whether the platform shows this value for a field that was left out: a server default, or nothing. */
function isFilled(field: Schema, live: unknown): boolean {
  return metadataOf(field).serverDefault === true || isUnset(field, live) || isSameAsOmitted(field, live);
}

function isRecord(value: unknown): value is Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A path at which two values differ. */
export interface Difference {
  /** As text. */
  path: string;
  /** The same path, part by part. */
  place: PropertyKey[];
  declared: unknown;
  live: unknown;
}

/** Returns the differences between declared and live values, by property path. */
export function differences(declared: unknown, live: unknown, place: PropertyKey[] = []): Difference[] {
  if (isDeepStrictEqual(declared, live)) return [];
  if (isRecord(declared) && isRecord(live)) {
    const keys = [...new Set([...Object.keys(declared), ...Object.keys(live)])].sort();
    return keys.flatMap((key) => differences(declared[key], live[key], [...place, key]));
  }
  return [{ path: pathText(place), place, declared, live }];
}
