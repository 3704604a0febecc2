import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { camel, child, defaultOf, metadataOf, unwrap } from "../../schema/index.ts";

type Schema = z.core.$ZodType;

/** A value in the user's spelling without fields that have their default. */
export function withoutDefaults(schema: Schema, value: unknown, verbatimKeys = false): unknown {
  if (value === null || typeof value !== "object") return value;
  const bare = unwrap(schema);
  const keepNames = verbatimKeys || metadataOf(schema).verbatimKeys === true;
  if (Array.isArray(value)) {
    const element = child(bare, 0);
    return element === undefined ? value : value.map((item) => withoutDefaults(element, item, keepNames));
  }
  const { shape } = bare._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  if (shape === undefined) return value;
  const wireOf = new Map(Object.keys(shape).map((wire) => [keepNames ? wire : camel(wire), wire]));
  const kept = Object.entries(value).flatMap(([key, element]) => {
    const field = shape[wireOf.get(key) ?? ""];
    if (field === undefined) return [[key, element] as const];
    const standard = defaultOf(field);
    if (standard !== undefined && isDeepStrictEqual(element, standard)) return [];
    return [[key, withoutDefaults(field, element, keepNames)] as const];
  });
  return Object.fromEntries(kept);
}
