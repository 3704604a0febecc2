import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { unknownPaths } from "../values/unknown.ts";
import { child, defaultOf, metadataOf, oncePerSchema, shapeOf, unwrap } from "./fields.ts";
import { isSameAsOmitted, isUnset } from "./unset.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** A change of an object in the user's spelling. Unordered lists are in one order. */
export interface InputChange {
  /** Inputs of the last deployment. */
  declared: object;
  /** Inputs as declared now; a preview may not know some of them yet. */
  inputs: object;
  /** The live object, with the values that the platform has filled in. */
  state?: object | undefined;
}

/**
 * Returns the names of inputs whose change needs another object, which the schema marks as immutable. An unknown value may
 * differ, so it counts as a change: a preview must not show less than `up` may do. A field that the platform fills in keeps its
 * value when it is left out, and changes nothing when it is declared with that value.
 */
export function replacingInputs(schema: z.ZodObject, { declared, inputs, state = {} }: InputChange): string[] {
  const fields = userSchema(schema).shape;
  return immutableInputs(schema).filter((name) => {
    const field = fields[name];
    return field !== undefined && needsAnother(field, at(declared, name), at(inputs, name), at(state, name));
  });
}

/** Returns the names of immutable inputs that are unknown in a part that cannot change. */
export function undecidedInputs(schema: z.ZodObject, inputs: object): string[] {
  return replacingInputs(schema, { declared: inputs, inputs });
}

function needsAnother(field: Schema, before: unknown, wanted: unknown, live: unknown): boolean {
  const parts = immutableParts(field);
  const isFilled = metadataOf(field).serverDefault === true;
  if (parts.size === 0) {
    if (unknownPaths(wanted).length > 0) return true;
    return isFilled
      ? !isOmitted(field, wanted) && !isDeepStrictEqual(isOmitted(field, before) ? live : before, wanted)
      : !isSame(field, before ?? live, wanted);
  }
  // In an object, only the parts that are immutable themselves count; the others change in place.
  if (unknownPaths(wanted).some((path) => path.length === 0)) return true;
  if (isFilled && (wanted ?? undefined) === undefined) return false;
  return [...parts].some(([name, part]) =>
    needsAnother(part, at(before ?? live, name), at(wanted, name), at(live, name)),
  );
}

/** Returns the fields of an object that are immutable themselves. */
const immutableParts: (schema: Schema) => ReadonlyMap<string, Schema> = oncePerSchema((schema) => {
  const bare = unwrap(schema);
  const shape = shapeOf(bare) ?? {};
  const names = Object.keys(shape).filter((name) => metadataOf(shape[name] as Schema).immutable === true);
  return new Map(names.map((name) => [name, child(bare, name) as Schema]));
});

function isSame(field: Schema, before: unknown, wanted: unknown): boolean {
  const [old, now] = [before, wanted].map((value) => (isOmitted(field, value) ? defaultOf(field) : value));
  return isDeepStrictEqual(old ?? undefined, now ?? undefined);
}

/** Whether a value means "not set": states of earlier releases have 0 and empty texts for that. */
function isOmitted(field: Schema, value: unknown): boolean {
  return isUnset(field, value) || isSameAsOmitted(field, value);
}

function at(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" ? Reflect.get(value, name) : undefined;
}

/**
 * Returns the names of the fields of an object that cannot change in place, in the user's spelling. With `serverDefault`: only
 * those that the platform fills in when they are left out (true), or only the others (false).
 */
export function immutableInputs(schema: z.ZodObject, { serverDefault }: { serverDefault?: boolean } = {}): string[] {
  return Object.entries(userSchema(schema).shape)
    .filter(([, field]) => {
      const metadata = metadataOf(field);
      const isAsked = serverDefault === undefined || (metadata.serverDefault === true) === serverDefault;
      return metadata.immutable === true && isAsked;
    })
    .map(([name]) => name);
}
