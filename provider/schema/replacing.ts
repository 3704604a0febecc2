import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { defaultOf, metadataOf, oncePerSchema, unwrap } from "./fields.ts";
import { immutableInputs } from "./immutable.ts";
import { child } from "./naming.ts";
import { unknownPaths } from "./unknowns.ts";
import { isSameAsOmitted, isUnset } from "./unset.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/** A change of an object in the user's spelling. Lists without order are in one order. */
export interface InputChange {
  /** What was deployed. */
  declared: object;
  /** What is declared now; a preview may not know some of it yet. */
  inputs: object;
  /** What the platform has, with what it has filled in. */
  state?: object | undefined;
}

/**
 * Names of the inputs whose change needs another object: those that the schema calls immutable. A value that is not known
 * yet may be another one, so it counts as a change: a preview must not show less than `up` may do. A field that the platform
 * fills in keeps what it has when it is left out, and one that is declared as the platform has it changes nothing.
 */
export function replacingInputs(schema: z.ZodObject, { declared, inputs, state = {} }: InputChange): string[] {
  const fields = userSchema(schema).shape;
  return immutableInputs(schema).filter((name) => {
    const field = fields[name];
    return field !== undefined && needsAnother(field, at(declared, name), at(inputs, name), at(state, name));
  });
}

/** Names of the immutable inputs of which a part that cannot change is not known yet. */
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
  // Of an object only the parts that are immutable themselves count; the others change in place.
  if (unknownPaths(wanted).some((path) => path.length === 0)) return true;
  if (isFilled && (wanted ?? undefined) === undefined) return false;
  return [...parts].some(([name, part]) =>
    needsAnother(part, at(before ?? live, name), at(wanted, name), at(live, name)),
  );
}

/** The fields of an object that are immutable themselves. */
const immutableParts: (schema: Schema) => ReadonlyMap<string, Schema> = oncePerSchema((schema) => {
  const bare = unwrap(schema);
  const { shape = {} } = bare._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  const names = Object.keys(shape).filter((name) => metadataOf(shape[name] as Schema).immutable === true);
  return new Map(names.map((name) => [name, child(bare, name) as Schema]));
});

function isSame(field: Schema, before: unknown, wanted: unknown): boolean {
  const [old, now] = [before, wanted].map((value) => (isOmitted(field, value) ? defaultOf(field) : value));
  return isDeepStrictEqual(old ?? undefined, now ?? undefined);
}

/** Whether a value says nothing: states of earlier releases have 0 and empty texts for "not set". */
function isOmitted(field: Schema, value: unknown): boolean {
  return isUnset(field, value) || isSameAsOmitted(field, value);
}

function at(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" ? Reflect.get(value, name) : undefined;
}
