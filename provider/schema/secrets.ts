import type { z } from "zod";
import { metadataOf, unwrap } from "./fields.ts";
import { camel, child } from "./naming.ts";
import { isUnknown } from "./unknowns.ts";

type Schema = z.core.$ZodType;

/** Turns the values that a schema calls secret, wherever they stand; keys are in the user's spelling. */
export function turnSecrets(
  schema: Schema,
  value: unknown,
  turn: (secret: unknown) => unknown,
  verbatimKeys = false,
): unknown {
  if (value === null || typeof value !== "object") return value;
  const bare = unwrap(schema);
  const keepNames = verbatimKeys || metadataOf(schema).verbatimKeys === true;
  const step = (below: Schema | undefined, element: unknown) => {
    if (below === undefined || element === null || element === undefined) return element;
    if (metadataOf(below).secret === true) return isUnknown(element) ? element : turn(element);
    return turnSecrets(below, element, turn, keepNames);
  };
  if (Array.isArray(value)) return value.map((element) => step(child(bare, 0), element));
  const fieldOf = (key: string) => child(bare, keepNames ? key : wireName(bare, key));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, step(fieldOf(key), element)]));
}

function wireName(schema: Schema, key: string): string {
  const def = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  return Object.keys(def.shape ?? {}).find((name) => camel(name) === key) ?? key;
}
