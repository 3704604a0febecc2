import type { z } from "zod";
import type { verbatim } from "../api/field-metadata.ts";
import { setField } from "../values/plain.ts";
import type { Properties } from "../values/properties.ts";
import { alternative, child, metadataOf, oncePerSchema, shapeOf, unwrap } from "./fields.ts";
import { unreadOf, withUnknownFields, withUnread } from "./unparsed.ts";

type Schema = z.core.$ZodType;

/** Converts `fixed_network` to `fixedNetwork`. Names that are already camelCase (`ruleType`) stay. */
export function camel(name: string): string {
  if (!name.includes("_")) return name;
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** {@link camel} for types: `fixed_network` → `fixedNetwork`. */
type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

/** The keys that a type names. The type of a response may allow other keys, for which users get no type. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** The user's spelling of a wire type. Maps with open keys keep their keys, and so do CDN options. */
export type Camel<T> = T extends string
  ? T
  : T extends readonly (infer Element)[]
    ? Camel<Element>[]
    : T extends object
      ? typeof verbatim extends keyof T
        ? T
        : [Named<T>] extends [never]
          ? { [K in keyof T]: Camel<T[K]> }
          : { [K in keyof T as string extends K ? never : K extends string ? CamelName<K> : K]: Camel<T[K]> }
      : T;

/** The direction of a conversion. */
type Direction = "toWire" | "fromWire";

/** A key that the schema does not have, with its path in the user's spelling. */
interface UnknownKey {
  path: PropertyKey[];
  key: string;
  /** Keys that the schema has at this path. */
  known: string[] | undefined;
}

/** Converts a value from the user's spelling to the wire's. Keys that the schema does not know stay, and are listed. */
export function toWire(schema: z.core.$ZodType, value: unknown): { value: unknown; unknownKeys: UnknownKey[] } {
  const unknownKeys: UnknownKey[] = [];
  return { value: walk(schema, value, { direction: "toWire", path: [], unknownKeys }), unknownKeys };
}

/**
 * Converts a parsed response to the user's spelling. Fields that the schema does not know are converted by the same rule, and so
 * are those that it could not read; `unknownFieldsOf` has the former as they were sent.
 */
export function fromWire<S extends z.ZodType>(schema: S, value: z.output<S>): Camel<z.output<S>> {
  return walk(schema, value, { direction: "fromWire", path: [], unknownKeys: [] }) as Camel<z.output<S>>;
}

/** Converts a path of the wire to the user's spelling: `["pools", 0, "flavor_id"]` → `["pools", 0, "flavorId"]`. */
export function userPath(schema: z.core.$ZodType, path: readonly PropertyKey[]): PropertyKey[] {
  let current: z.core.$ZodType | undefined = schema;
  let verbatimKeys = false;
  return path.map((part) => {
    if (current !== undefined) verbatimKeys ||= metadataOf(current).verbatimKeys === true;
    const below: z.core.$ZodType | undefined = current && child(unwrap(current), part);
    const isField = current !== undefined && shapeOf(unwrap(current)) !== undefined;
    current = below;
    return isField && !verbatimKeys && typeof part === "string" ? camel(part) : part;
  });
}

/** Formats `["pools", 0, "labels", "a.b"]` as `pools[0].labels["a.b"]`, the way the engine writes property paths. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(part))) text += text === "" ? String(part) : `.${String(part)}`;
    else text += `[${JSON.stringify(String(part))}]`;
  }
  return text;
}

/** A conversion of one value. */
interface Conversion {
  direction: Direction;
  /** Path to the value, in the user's spelling. */
  path: PropertyKey[];
  unknownKeys: UnknownKey[];
}

function walk(schema: Schema | undefined, value: unknown, conversion: Conversion, verbatimKeys = false): unknown {
  if (value === null || typeof value !== "object") return value;
  const keepNames = verbatimKeys || (schema !== undefined && metadataOf(schema).verbatimKeys === true);
  const bare = schema && alternative(unwrap(schema), value);
  const { direction, path, unknownKeys } = conversion;
  const down = (next: Schema | undefined, part: PropertyKey, element: unknown) => {
    if (element === null || typeof element !== "object") return element;
    path.push(part);
    const turned = walk(next, element, conversion, keepNames);
    path.pop();
    return turned;
  };
  if (Array.isArray(value)) {
    const next = bare && child(bare, 0);
    const elementOf = (element: unknown, index: PropertyKey) => down(next, index, element);
    const unread = Object.entries(unreadOf(value)).map(([index, raw]) => [index, elementOf(raw, Number(index))]);
    return withUnread(value.map(elementOf), Object.fromEntries(unread));
  }

  const fields = bare && fieldsOf(bare);
  if (fields === undefined || bare === undefined) {
    const isMap = bare !== undefined && bare._zod.def.type === "record";
    return mapEntries(value, (key, element) => {
      // The schema parser omits this key from a map.
      if (isMap && key === "__proto__") unknownKeys.push({ path: [...path, key], key, known: undefined });
      const name = isMap || keepNames || direction === "toWire" ? key : camel(key);
      return [name, down(bare && child(bare, key), key, element)];
    });
  }
  if (direction === "fromWire") {
    const mapped = mapEntries(value, (key, element) => {
      const field = fields.byWire.get(key);
      return [keepNames ? key : (field?.user ?? camel(key)), down(field?.schema, key, element)];
    });
    return withUnknownFields(mapped, value, fields.shape);
  }

  const known = keepNames ? fields.byWire : fields.byUser;
  return mapEntries(value, (key, element) => {
    const field = known.get(key);
    if (field !== undefined) return [field.wire, down(field.schema, key, element)];
    unknownKeys.push({ path: [...path, key], key, known: [...known.keys()] });
    return [key, element];
  });
}

function mapEntries(value: object, turn: (key: string, element: unknown) => [string, unknown]) {
  const mapped = (fields: object) => {
    const turned: Properties = {};
    for (const key of Object.keys(fields)) setField(turned, ...turn(key, (fields as Properties)[key]));
    return turned;
  };
  return withUnread(mapped(value), mapped(unreadOf(value)));
}

/** A field of an object, in both spellings. */
interface NamedField {
  wire: string;
  user: string;
  schema: Schema;
}

/** Returns the fields of an object; undefined: the schema is not an object's. */
const fieldsOf = oncePerSchema((schema) => {
  const shape = shapeOf(schema);
  if (shape === undefined) return undefined;
  const all = Object.entries(shape).map(([wire, field]): NamedField => ({ wire, user: camel(wire), schema: field }));
  const by = (name: "wire" | "user") => new Map(all.map((field) => [field[name], field]));
  return { shape, byWire: by("wire"), byUser: by("user") };
});
