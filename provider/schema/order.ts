import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { metadataOf, unwrap } from "./fields.ts";
import { camel, child } from "./naming.ts";

type Schema = z.core.$ZodType;

/**
 * A value whose lists without order follow the order of a model: what both have comes first, as in the model. Inputs
 * and state keep the program's order, so that paths such as `pools[0]` (ignoreChanges) mean the same element in both;
 * what is compared is first brought into one order by this. Names are the user's, or the wire's where `verbatimKeys` says so.
 */
export function inOrderOf<T>(schema: Schema, value: T, model: unknown, verbatimKeys = false): T {
  if (value === null || typeof value !== "object" || model === null || typeof model !== "object") return value;
  const keepNames = verbatimKeys || metadataOf(schema).verbatimKeys === true;
  if (Array.isArray(value)) {
    const before: unknown[] = Array.isArray(model) ? model : [];
    return pairs(schema, value, before, keepNames).map(([element, like]) => {
      const below = child(unwrap(schema), 0);
      return below === undefined ? element : inOrderOf(below, element, like, keepNames);
    }) as T;
  }
  const fields = fieldsOf(unwrap(schema), keepNames);
  const likes = model as Record<string, unknown>;
  const ordered = Object.entries(value).map(([key, element]) => {
    const field = fields(key);
    return [key, field === undefined ? element : inOrderOf(field, element, likes[key], keepNames)];
  });
  return Object.fromEntries(ordered) as T;
}

/** Elements, each with its counterpart in the model. */
function pairs(schema: Schema, list: unknown[], model: unknown[], keepNames: boolean): [unknown, unknown][] {
  const { unordered, listKey } = metadataOf(schema);
  if (unordered !== true && listKey === undefined) return list.map((element, index) => [element, model[index]]);
  const key = listKey === undefined || keepNames ? listKey : camel(listKey);
  const rest = [...list];
  const paired: [unknown, unknown][] = [];
  for (const like of model) {
    const index = rest.findIndex((element) => isSame(element, like, key));
    if (index >= 0) paired.push([...rest.splice(index, 1), like] as [unknown, unknown]);
  }
  return [...paired, ...rest.map((element): [unknown, unknown] => [element, undefined])];
}

function isSame(a: unknown, b: unknown, key: string | undefined): boolean {
  if (key === undefined) return isDeepStrictEqual(a, b);
  return keyOf(a, key) !== undefined && keyOf(a, key) === keyOf(b, key);
}

function keyOf(element: unknown, key: string): unknown {
  return element !== null && typeof element === "object" ? (element as Record<string, unknown>)[key] : undefined;
}

/** Finds the schema of a field by the name in use. */
function fieldsOf(schema: Schema, keepNames: boolean): (name: string) => Schema | undefined {
  const { shape } = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  if (shape === undefined || keepNames) return (name) => child(schema, name);
  const byName = new Map(Object.entries(shape).map(([wire, field]) => [camel(wire), field]));
  return (name) => byName.get(name);
}
