import type { z } from "zod";
import { isUnknown, unknownPaths } from "../values/unknown.ts";
import { child, mapWithSchema, metadataOf, unwrap } from "./fields.ts";
import { userSchema } from "./user-schema.ts";

type Schema = z.core.$ZodType;

/**
 * Returns inputs with the deployed value in place of every value that a preview does not know yet, so that such a value shows no
 * change. Values without a counterpart are left out. An element without a known key cannot be identified, and stays unknown.
 */
export function assumeUnchanged<T>(schema: Schema, inputs: T, deployed: unknown): T {
  return assume(userSchema(schema), inputs, deployed) as T;
}

function assume(schema: Schema, inputs: unknown, deployed: unknown): unknown {
  if (isUnknown(inputs)) return deployed;
  if (inputs === null || typeof inputs !== "object" || unknownPaths(inputs).length === 0) return inputs;
  if (Array.isArray(inputs)) return assumeList(schema, inputs, deployed);
  const before = isRecord(deployed) ? deployed : {};
  return mapWithSchema(schema, inputs, (field, value, key) => {
    if (field === undefined) return isUnknown(value) ? before[key] : value;
    return assume(field, value, before[key]);
  });
}

function assumeList(schema: Schema, list: unknown[], deployed: unknown): unknown {
  const before: unknown[] = Array.isArray(deployed) ? deployed : [];
  const { unordered, listKey } = metadataOf(schema);
  // Without keys, an unknown element of an unordered list cannot be identified.
  if (unordered === true) return deployed ?? [];
  const element = child(unwrap(schema), 0);
  if (element === undefined) return list;
  if (listKey === undefined) return list.map((item, index) => assume(element, item, before[index])).filter(isKnown);
  return list.map((item) => {
    if (!isRecord(item) || isUnknown(item[listKey])) return item;
    const old = before.find((other) => isRecord(other) && other[listKey] === item[listKey]);
    return assume(element, item, old);
  });
}

const isKnown = (value: unknown) => value !== undefined;

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
