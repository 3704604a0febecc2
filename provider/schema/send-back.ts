import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { alternative, isOptional, mapWithSchema, metadataOf, unwrap } from "./fields.ts";
import { pathText } from "./naming.ts";
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
 * has takes its fields with it.
 * @param without Fields that are not sent back, by {@link pathText}.
 */
export function sendBack<T extends object>(
  schema: z.ZodObject,
  { isPatch = false, declared, ...change }: Change<T>,
  without: ReadonlySet<string> = new Set(),
): { body: T; sentBack: readonly FieldPath[] } {
  const merge = new Merge(without);
  const body = merge.merged(userSchema(schema), { ...change, declared }, { path: [], isVerbatim: false, isPatch });
  return { body: body as T, sentBack: merge.sentBack };
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

class Merge {
  readonly sentBack: FieldPath[] = [];
  readonly #without: ReadonlySet<string>;

  constructor(without: ReadonlySet<string>) {
    this.#without = without;
  }

  merged(schema: Schema, { body, live, declared }: Sides, { path, isVerbatim: isAbove, isPatch }: Place): unknown {
    if (!isObject(body) || !isObject(live) || Array.isArray(body) !== Array.isArray(live)) return body;
    const isVerbatim = isAbove || metadataOf(schema).verbatimKeys === true;
    const [liveOf, declaredOf] = [live, declared].map((other) => counterparts(schema, body, other)) as [Of, Of];
    const own = mapWithSchema(schema, body, (field, element, key) => {
      const sides = { body: element, live: liveOf(key), declared: declaredOf(key) };
      return field === undefined ? element : this.merged(field, sides, { path: [...path, key], isVerbatim });
    });
    const { shape } = alternative(unwrap(schema), body)._zod.def as z.core.$ZodTypeDef & { shape?: Shape };
    if (shape === undefined || isPatch === true) return own;
    return { ...this.#leftOut(shape, { body, live, declared }, { path, isVerbatim }), ...(own as Fields) };
  }

  /** Returns what an object of a request leaves out of the live one. */
  #leftOut(shape: Shape, { body, live, declared }: Sides, { path, isVerbatim }: Place): Fields {
    const all = isVerbatim ? (live as Fields) : unknownFieldsOf(live as Fields);
    const unknown = Object.entries(all).filter(([name, value]) => !Object.hasOwn(shape, name) && value !== null);
    const left = Object.entries(shape).flatMap(([name, field]) => {
      const isLeft = metadataOf(field).serverDefault === true && [declared, body].every((one) => at(one, name) == null);
      return isLeft && isValid(field, at(live, name))
        ? [[name, asRead(field, at(live, name), isVerbatim)] as const]
        : [];
    });
    const fields = [...unknown, ...left].filter(([name]) => !this.#without.has(pathText([...path, name])));
    this.sentBack.push(...fields.map(([name]) => [...path, name]));
    return Object.fromEntries(fields);
  }
}

/** Returns a value of the live object. Fields that the contract does not know keep their names on the wire. */
function asRead(schema: Schema, live: unknown, isVerbatim: boolean): unknown {
  const sides = { body: knownFields(schema, live), live, declared: undefined };
  return new Merge(new Set()).merged(schema, sides, { path: [], isVerbatim });
}

function isValid(field: Schema, value: unknown): boolean {
  return value !== undefined && value !== null && isOptional(field) && (field as z.ZodType).safeParse(value).success;
}

/** Returns what another object or list has for a key of this one. */
type Of = (key: string | number) => unknown;

function counterparts(schema: Schema, body: Fields, other: unknown): Of {
  if (!Array.isArray(body) || !Array.isArray(other)) return (key) => at(other, key);
  return likeliest(body, other, metadataOf(schema).listKey);
}

/**
 * Pairs the elements of two lists: each with the element that has its key, or else with the element with which it has most fields in
 * common, or else with the one in its place, as a preview shows it. As long as a list does not become shorter, it loses no element.
 */
function likeliest(elements: readonly unknown[], others: readonly unknown[], listKey: string | undefined): Of {
  if (!others.some(isObject)) return () => undefined;
  const pairs = elements.flatMap((element, index) =>
    others.map((other, place) => ({ index, place, likeness: likeness(element, other, listKey) })),
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

function likeness(element: unknown, other: unknown, listKey: string | undefined): number {
  if (!isObject(element)) return 0;
  const same = Object.keys(element).filter((name) => isDeepStrictEqual(element[name], at(other, name)));
  return listKey !== undefined && same.includes(listKey) ? Number.MAX_SAFE_INTEGER : same.length;
}

function at(value: unknown, key: string | number): unknown {
  return isObject(value) ? value[key] : undefined;
}

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === "object";
}
