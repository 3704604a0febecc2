import type { z } from "zod";
import { alternative, child, isOptional, mapWithSchema, metadataOf, unwrap } from "./fields.ts";
import { pathText } from "./naming.ts";
import { sameElement } from "./order.ts";
import { unknownFieldsOf } from "./unparsed.ts";
import { knownFields, userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, Schema>>;

/** A change of an object whose contents a request replaces. */
export interface Change<T extends object = object> {
  body: T;
  live: object;
  /** Last declaration of the program: a field of it that the body leaves out was removed. Default: nothing. */
  declared?: object;
  /** The request leaves the fields alone that its body does not name, and replaces those that it names. */
  isPatch?: boolean;
}

/** The path of a field, in the spelling of the body. */
export type FieldPath = readonly (string | number)[];

/**
 * Returns the body of a request, extended by what it would otherwise remove: the fields that the program leaves to the platform, and
 * those that this release does not know. They are sent back as they were read, and their paths are returned. What the body no longer
 * has takes its fields with it: {@link lostFields}.
 * @param without Fields that are not sent back, by {@link pathText}.
 */
export function sendBack<T extends object>(
  schema: z.ZodObject,
  change: Change<T>,
  without: ReadonlySet<string> = new Set(),
): { body: T; sentBack: readonly FieldPath[] } {
  const merge = new Merge(without);
  return { body: merge.whole(schema, change) as T, sentBack: merge.sentBack };
}

/** Whether a declaration no longer has an object, an option or an element of a list that it had. */
export function removesParts(schema: z.ZodObject, { declared, inputs }: { declared: object; inputs: object }): boolean {
  const merge = new Merge();
  merge.whole(schema, { body: inputs, live: declared });
  return merge.removed.length > 0;
}

/** Returns the fields that this release does not know, and that go with the parts of the live object that a request removes. */
export function lostFields(schema: z.ZodObject, change: Change): FieldPath[] {
  const merge = new Merge();
  merge.whole(schema, change);
  return merge.removed.flatMap(unknownFieldsIn);
}

/** A value on all sides of a change. */
interface Sides {
  body: unknown;
  live: unknown;
  declared: unknown;
}

/** Where a value is. */
interface Place {
  path: FieldPath;
  /** Under verbatim keys, the schemas of responses are open, and the names are the platform's. */
  isVerbatim: boolean;
  isPatch?: boolean;
}

/** A part of the live object. */
interface Part extends Place {
  schema: Schema;
  value: unknown;
}

class Merge {
  readonly sentBack: FieldPath[] = [];
  /** Parts that the live object has and the body does not. */
  readonly removed: Part[] = [];
  readonly #without: ReadonlySet<string>;

  constructor(without: ReadonlySet<string> = new Set()) {
    this.#without = without;
  }

  whole(schema: z.ZodObject, { body, live, declared, isPatch = false }: Change): unknown {
    return this.merged(userSchema(schema), { body, live, declared }, { path: [], isVerbatim: false, isPatch });
  }

  merged(schema: Schema, { body, live, declared }: Sides, { path, isVerbatim: isAbove, isPatch }: Place): unknown {
    if (!isObject(body) || !isObject(live) || Array.isArray(body) !== Array.isArray(live)) return body;
    const isVerbatim = isAbove || metadataOf(schema).verbatimKeys === true;
    const own = mapWithSchema(schema, body, (field, element, key) => {
      if (field === undefined) return element;
      const [there, before] = [live, declared].map((other) => counterpart(schema, { of: body, in: other }, key));
      const sides = { body: element, live: there, declared: before };
      return this.merged(field, sides, { path: [...path, key], isVerbatim });
    });
    if (isPatch === true) return own;
    const bare = alternative(unwrap(schema), body);
    const { shape } = bare._zod.def as z.core.$ZodTypeDef & { shape?: Shape };
    const left = shape && this.#leftOut(shape, { body, live, declared }, { path, isVerbatim });
    const result = left === undefined ? own : { ...left, ...(own as Fields) };
    for (const [key, field, value] of children(bare, live))
      if (isObject(value) && !isObject(counterpart(schema, { of: live, in: result }, key)))
        this.removed.push({ schema: field, value, path: [...path, key], isVerbatim });
    return result;
  }

  /** Returns what an object of a request leaves out of the live one. */
  #leftOut(shape: Shape, { body, live, declared }: Sides, { path, isVerbatim }: Place): Fields {
    const left = Object.entries(shape).flatMap(([name, field]) => {
      const isLeft = metadataOf(field).serverDefault === true && [declared, body].every((one) => at(one, name) == null);
      return isLeft && isValid(field, at(live, name))
        ? [[name, asRead(field, at(live, name), isVerbatim)] as const]
        : [];
    });
    const all = [...unknownFields(shape, live as Fields, isVerbatim), ...left];
    const fields = all.filter(([name]) => !this.#without.has(pathText([...path, name])));
    this.sentBack.push(...fields.map(([name]) => [...path, name]));
    return Object.fromEntries(fields);
  }
}

/** Returns the fields of an object that its schema does not know. */
function unknownFields(shape: Shape, live: Fields, isVerbatim: boolean): [string, unknown][] {
  const all = isVerbatim ? live : unknownFieldsOf(live);
  return Object.entries(all).filter(([name, value]) => !Object.hasOwn(shape, name) && value !== null);
}

function unknownFieldsIn({ schema, value, path, isVerbatim: isAbove }: Part): FieldPath[] {
  if (!isObject(value)) return [];
  const isVerbatim = isAbove || metadataOf(schema).verbatimKeys === true;
  const bare = alternative(unwrap(schema), value);
  const { shape } = bare._zod.def as z.core.$ZodTypeDef & { shape?: Shape };
  const own = shape === undefined ? [] : unknownFields(shape, value, isVerbatim).map(([name]) => [...path, name]);
  const below = children(bare, value).flatMap(([key, field, element]) =>
    unknownFieldsIn({ schema: field, value: element, path: [...path, key], isVerbatim }),
  );
  return [...own, ...below];
}

/** Returns the elements, values or fields of a value that have a schema. */
function children(bare: Schema, value: Fields): [key: string | number, field: Schema, value: unknown][] {
  return Object.entries(value).flatMap(([key, element]): ReturnType<typeof children> => {
    const field = child(bare, key);
    return field === undefined ? [] : [[Array.isArray(value) ? Number(key) : key, field, element]];
  });
}

/** Returns a value of the live object. Fields that the contract does not know keep their names on the wire. */
function asRead(schema: Schema, live: unknown, isVerbatim: boolean): unknown {
  const sides = { body: knownFields(schema, live), live, declared: undefined };
  return new Merge().merged(schema, sides, { path: [], isVerbatim });
}

function isValid(field: Schema, value: unknown): boolean {
  return value !== undefined && value !== null && isOptional(field) && (field as z.ZodType).safeParse(value).success;
}

/**
 * Returns what an object or list has for a key of another one. An element of a list has the counterpart that has its list key: one
 * with a new key is new, and takes nothing over.
 */
function counterpart(schema: Schema, { of, in: other }: { of: Fields; in: unknown }, key: string | number): unknown {
  if (!Array.isArray(of) || !Array.isArray(other)) return at(other, key);
  const { listKey } = metadataOf(schema);
  return listKey === undefined ? undefined : sameElement(listKey, of, Number(key), other);
}

function at(value: unknown, key: string | number): unknown {
  return isObject(value) ? value[key] : undefined;
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === "object";
}
