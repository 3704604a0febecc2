import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { isOptional, metadataOf, unwrap } from "./fields.ts";
import { knownFields } from "./known-fields.ts";
import { mapWithSchema } from "./map.ts";
import { alternative } from "./naming.ts";
import { unknownFieldsOf } from "./unknown-response-fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, Schema>>;

/** A change of an object whose contents a request replaces. */
interface Change<T extends object = object> {
  body: T;
  live: object;
  /** Last declaration of the program: a field of it that the body leaves out was removed. Default: nothing. */
  declared?: object;
}

/**
 * Returns the body of a request, extended by what it would otherwise remove from the objects below its top: the fields that the
 * program leaves to the platform, and those that this release does not know. They are sent back as they were read. What the body
 * no longer has takes its fields with it.
 */
export function sendBackBelow<T extends object>(schema: z.ZodObject, { body, live, declared }: Change<T>): T {
  const fields: Readonly<Record<string, Schema>> = userSchema(schema).shape;
  const all = Object.entries(body).map(([name, value]) => {
    const field = fields[name];
    const sides = { body: value, live: at(live, name), declared: at(declared, name) };
    return [name, field === undefined ? value : merged(field, sides, false)];
  });
  return Object.fromEntries(all) as T;
}

/** Returns such fields for the top of a request that replaces the whole object. */
export function sendBackAtTop(schema: z.ZodObject, { body, live, declared }: Change): Fields {
  return leftOut(userSchema(schema).shape, { body, live, declared }, false);
}

/** A value on all sides of a change. */
interface Sides {
  body: unknown;
  live: unknown;
  declared: unknown;
}

function merged(schema: Schema, { body, live, declared }: Sides, isAbove: boolean): unknown {
  if (!isObject(body) || !isObject(live) || Array.isArray(body) !== Array.isArray(live)) return body;
  const isVerbatim = isAbove || metadataOf(schema).verbatimKeys === true;
  const [liveOf, declaredOf] = [live, declared].map((other) => counterparts(schema, body, other)) as [Of, Of];
  const own = mapWithSchema(schema, body, (field, element, key) => {
    const sides = { body: element, live: liveOf(key), declared: declaredOf(key) };
    return field === undefined ? element : merged(field, sides, isVerbatim);
  });
  const { shape } = alternative(unwrap(schema), body)._zod.def as z.core.$ZodTypeDef & { shape?: Shape };
  return shape === undefined ? own : { ...leftOut(shape, { body, live, declared }, isVerbatim), ...(own as Fields) };
}

/**
 * Returns what an object of a request leaves out of the live one. Under verbatim keys, the schemas of responses are open, and the
 * names are the platform's.
 */
function leftOut(shape: Shape, { body, live, declared }: Sides, isVerbatim: boolean): Fields {
  const all = isVerbatim ? (live as Fields) : unknownFieldsOf(live as Fields);
  const unknown = Object.entries(all).filter(([name, value]) => !Object.hasOwn(shape, name) && value !== null);
  const left = Object.entries(shape).flatMap(([name, field]) => {
    const isLeft = metadataOf(field).serverDefault === true && [declared, body].every((one) => at(one, name) == null);
    return isLeft && isValid(field, at(live, name)) ? [[name, asRead(field, at(live, name), isVerbatim)] as const] : [];
  });
  return Object.fromEntries([...unknown, ...left]);
}

/** Returns a value of the live object. Fields that the contract does not know keep their names on the wire. */
function asRead(schema: Schema, live: unknown, isVerbatim: boolean): unknown {
  return merged(schema, { body: knownFields(schema, live), live, declared: undefined }, isVerbatim);
}

function isValid(field: Schema, value: unknown): boolean {
  return value !== undefined && value !== null && isOptional(field) && (field as z.ZodType).safeParse(value).success;
}

/** Returns what another object or list has for a key of this one. */
type Of = (key: string | number) => unknown;

function counterparts(schema: Schema, body: Fields, other: unknown): Of {
  if (!Array.isArray(body) || !Array.isArray(other)) return (key) => at(other, key);
  const { listKey } = metadataOf(schema);
  if (listKey === undefined) return likeliest(body, other);
  return (index) => {
    const key = at(body[Number(index)], listKey);
    return key === undefined ? undefined : other.find((one) => isDeepStrictEqual(at(one, listKey), key));
  };
}

/**
 * Pairs elements without a key: each with the element with which it has most fields in common, or else with the one in its place,
 * as a preview shows it. As long as a list does not become shorter, it loses no element.
 */
function likeliest(elements: readonly unknown[], others: readonly unknown[]): Of {
  if (!others.some(isObject)) return () => undefined;
  const pairs = elements.flatMap((element, index) =>
    others.map((other, place) => ({ index, place, likeness: likeness(element, other) })),
  );
  const places = new Map<number, number>();
  const taken = new Set<number>();
  for (const { index, place } of pairs.toSorted((one, other) => other.likeness - one.likeness)) {
    if (places.has(index) || taken.has(place)) continue;
    places.set(index, place);
    taken.add(place);
  }
  return (index) => others[places.get(Number(index)) ?? others.length];
}

function likeness(element: unknown, other: unknown): number {
  if (!isObject(element)) return 0;
  return Object.keys(element).filter((name) => isDeepStrictEqual(element[name], at(other, name))).length;
}

function at(value: unknown, key: string | number): unknown {
  return isObject(value) ? value[key] : undefined;
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === "object";
}
