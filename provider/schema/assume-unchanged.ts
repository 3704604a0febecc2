import type { z } from "zod";
import { metadataOf, unwrap } from "./fields.ts";
import { type Keys, keysBelow, mapWithSchema } from "./map.ts";
import { camel, child } from "./naming.ts";
import { isUnknown, unknownPaths } from "./unknowns.ts";

type Schema = z.core.$ZodType;

/**
 * Inputs with what is deployed in place of every value that a preview does not know yet, so that such a value shows no
 * change. What has no counterpart is left out. Names are the user's. An element that cannot be distinguished from others
 * because its key is not known stays unknown.
 */
export function assumeUnchanged<T>(schema: Schema, inputs: T, deployed: unknown, keys: Keys = "user"): T {
  if (isUnknown(inputs)) return deployed as T;
  if (inputs === null || typeof inputs !== "object" || unknownPaths(inputs).length === 0) return inputs;
  const below = keysBelow(schema, keys);
  if (Array.isArray(inputs)) return assumeList(schema, inputs, deployed, below) as T;
  const before = isRecord(deployed) ? deployed : {};
  const assume = (field: Schema | undefined, value: unknown, key: string | number) => {
    if (field === undefined) return isUnknown(value) ? before[key] : value;
    return assumeUnchanged(field, value, before[key], below);
  };
  return mapWithSchema(schema, inputs, assume, below) as T;
}

function assumeList(schema: Schema, list: unknown[], deployed: unknown, keys: Keys): unknown {
  const before: unknown[] = Array.isArray(deployed) ? deployed : [];
  const { unordered, listKey } = metadataOf(schema);
  // Without keys it is unknown which element of a list without order an unknown one is.
  if (unordered === true) return deployed ?? [];
  const element = child(unwrap(schema), 0);
  if (element === undefined) return list;
  if (listKey === undefined)
    return list.map((item, index) => assumeUnchanged(element, item, before[index], keys)).filter(isKnown);
  const key = keys === "wire" ? listKey : camel(listKey);
  return list.map((item) => {
    if (!isRecord(item) || isUnknown(item[key])) return item;
    const old = before.find((other) => isRecord(other) && other[key] === item[key]);
    return assumeUnchanged(element, item, old, keys);
  });
}

const isKnown = (value: unknown) => value !== undefined;

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
