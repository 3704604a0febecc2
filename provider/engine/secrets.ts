import type { z } from "zod";
import { camel, child, metadataOf, unwrap } from "../api/index.ts";
import type { Properties } from "./handler.ts";
import { isUnknown } from "./unknowns.ts";

type Schema = z.core.$ZodType;

/** How the engine's wire form marks a secret: values that a provider returns this way are encrypted in state. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

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

/** Marks secrets in what goes back to the engine. */
export function markSecrets(schema: Schema, properties: Properties): Properties {
  return turnSecrets(schema, properties, marked) as Properties;
}

/** A value that the engine encrypts in state. */
export function marked(value: unknown): Properties {
  return { [signatureKey]: secretSignature, value };
}

/** Whether a value is marked already. */
export function isMarked(value: object): boolean {
  return signatureKey in value;
}

function wireName(schema: Schema, key: string): string {
  const def = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  return Object.keys(def.shape ?? {}).find((name) => camel(name) === key) ?? key;
}
