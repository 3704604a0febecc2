import type { z } from "zod";
import type { verbatim } from "../api/field-metadata.ts";
import { metadataOf, unwrap } from "./fields.ts";
import { withUnknownFields } from "./unknown-fields.ts";
import { unreadOf, withUnread } from "./unread.ts";

/** `fixed_network` → `fixedNetwork`. Names that are camelCase already (`ruleType`) stay. */
export function camel(name: string): string {
  if (!name.includes("_")) return name;
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `fixed_network` → `fixedNetwork` in types. */
export type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

/** The keys that a type names; a response's may have others beside them, which users get no type for. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** The user's spelling of a wire type. Maps with open keys keep theirs, and so do CDN options. */
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

/** A key that the schema does not have, with the path to it in the user's spelling. */
export interface UnknownKey {
  path: PropertyKey[];
  key: string;
  /** Keys that the schema has at this path. */
  known: string[];
}

/** A value in the user's spelling → the wire's. Keys that the schema does not know stay, and are listed. */
export function toWire(schema: z.core.$ZodType, value: unknown): { value: unknown; unknownKeys: UnknownKey[] } {
  const unknownKeys: UnknownKey[] = [];
  return { value: walk(schema, value, "toWire", [], unknownKeys), unknownKeys };
}

/**
 * A parsed response → the user's spelling. Fields that the schema does not know are converted by the same rule, and so is
 * what it could not read; `unknownFieldsOf` has the former as they were sent.
 */
export function fromWire<S extends z.ZodType>(schema: S, value: z.output<S>): Camel<z.output<S>> {
  return walk(schema, value, "fromWire", [], []) as Camel<z.output<S>>;
}

/** A path of the wire in the user's spelling: `["pools", 0, "flavor_id"]` → `["pools", 0, "flavorId"]`. */
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

/** `["pools", 0, "labels", "a.b"]` → `pools[0].labels["a.b"]`, the way the engine writes property paths. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(part))) text += text === "" ? String(part) : `.${String(part)}`;
    else text += `[${JSON.stringify(String(part))}]`;
  }
  return text;
}

function walk(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  direction: Direction,
  path: PropertyKey[],
  unknownKeys: UnknownKey[],
  verbatimKeys = false,
): unknown {
  if (value === null || typeof value !== "object") return value;
  const keepNames = verbatimKeys || (schema !== undefined && metadataOf(schema).verbatimKeys === true);
  const bare = schema && alternative(unwrap(schema), value);
  const down = (next: z.core.$ZodType | undefined, part: PropertyKey, element: unknown) =>
    walk(next, element, direction, [...path, part], unknownKeys, keepNames);
  if (Array.isArray(value)) {
    const elementOf = (element: unknown, index: number) => down(bare && child(bare, index), index, element);
    const unread = Object.entries(unreadOf(value)).map(([index, raw]) => [index, elementOf(raw, Number(index))]);
    return withUnread(value.map(elementOf), Object.fromEntries(unread));
  }

  const shape = bare && shapeOf(bare);
  if (shape === undefined || bare === undefined) {
    const isMap = bare !== undefined && bare._zod.def.type === "record";
    return mapEntries(value, (key, element) => {
      // The parser of schemas leaves it out of a map.
      if (isMap && key === "__proto__") unknownKeys.push({ path: [...path, key], key, known: [] });
      const name = isMap || keepNames || direction === "toWire" ? key : camel(key);
      return [name, down(bare && child(bare, key), key, element)];
    });
  }
  const spelled = (key: string) => (keepNames ? key : camel(key));
  if (direction === "fromWire") {
    const mapped = mapEntries(value, (key, element) => [spelled(key), down(shape[key], key, element)]);
    return withUnknownFields(mapped, value, shape);
  }

  const wireOf = new Map(Object.keys(shape).map((key) => [spelled(key), key]));
  return mapEntries(value, (key, element) => {
    const wire = wireOf.get(key);
    if (wire === undefined) {
      unknownKeys.push({ path: [...path, key], key, known: [...wireOf.keys()] });
      return [key, element];
    }
    return [wire, down(shape[wire], key, element)];
  });
}

function mapEntries(value: object, turn: (key: string, element: unknown) => [string, unknown]) {
  const mapped = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([key, element]) => turn(key, element)));
  return withUnread(mapped(value), mapped(unreadOf(value)));
}

function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> | undefined {
  const def = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, z.core.$ZodType> };
  return def.type === "object" ? def.shape : undefined;
}

/** Of a union the member that fits the value's form; there is at most one object and one array among ours. */
export function alternative(schema: z.core.$ZodType, value: object): z.core.$ZodType {
  const def = schema._zod.def as z.core.$ZodTypeDef & { options?: z.core.$ZodType[] };
  if (def.type !== "union" || def.options === undefined) return schema;
  const wanted = Array.isArray(value) ? ["array"] : ["object", "record"];
  return def.options.map(unwrap).find((option) => wanted.includes(option._zod.def.type)) ?? schema;
}

/** The schema of an element, value or field. */
export function child(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType | undefined {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    element?: z.core.$ZodType;
    valueType?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
    options?: z.core.$ZodType[];
  };
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  if (def.type === "object") return def.shape?.[String(part)];
  if (def.type === "union")
    for (const option of def.options ?? []) {
      const found = child(unwrap(option), part);
      if (found !== undefined) return found;
    }
  return undefined;
}
