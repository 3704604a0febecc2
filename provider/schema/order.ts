import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { mapWithSchema, metadataOf } from "./fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/**
 * Returns a value whose unordered lists follow the order of a model: elements that both have come first, in the model's order.
 * Inputs and state keep the program's order, so that a path such as `pools[0]` (ignoreChanges) means the same element in both.
 * Values are brought into one order here before they are compared.
 */
export function inOrderOf<T>(schema: Schema, value: T, model: unknown): T {
  return order(userSchema(schema), value, model) as T;
}

function order(schema: Schema, value: unknown, model: unknown): unknown {
  if (value === null || typeof value !== "object" || model === null || typeof model !== "object") return value;
  const likes = model as Record<string, unknown>;
  const paired = Array.isArray(value) ? pairs(schema, value, Array.isArray(model) ? model : []) : undefined;
  return mapWithSchema(schema, paired?.map(([element]) => element) ?? value, (field, element, key) => {
    const like = paired === undefined ? likes[key] : paired[Number(key)]?.[1];
    return field === undefined ? element : order(field, element, like);
  });
}

/** Pairs each element with its counterpart in the model. */
function pairs(schema: Schema, list: unknown[], model: unknown[]): [unknown, unknown][] {
  const { unordered, listKey } = metadataOf(schema);
  if (unordered !== true && listKey === undefined) return list.map((element, index) => [element, model[index]]);
  const rest = [...list];
  const paired: [unknown, unknown][] = [];
  for (const like of model) {
    const index = rest.findIndex((element) => isSame(element, like, listKey));
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

/**
 * Returns the element of another list that has the list key of an element. If a key occurs several times, the first element of one
 * list belongs to the first of the other, and so on.
 */
export function sameElement(
  listKey: string,
  list: readonly unknown[],
  index: number,
  others: readonly unknown[],
): unknown {
  const isIt = (other: unknown) => isSame(other, list[index], listKey);
  return others.filter(isIt)[list.slice(0, index).filter(isIt).length];
}
