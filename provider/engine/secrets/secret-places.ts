import type { z } from "zod";
import { isUnknown } from "../../schema/index.ts";
import { pointerOf } from "../../values/json-pointer.ts";
import type { Properties } from "../../values/properties.ts";
import { type OperationSecrets, schemaSecretPaths } from "./operation-secrets.ts";

type Schema = z.core.$ZodType;
type Place = readonly PropertyKey[];

/**
 * Where properties hold secrets, as JSON pointers: what the schema calls secret, and what repeats a secret of the program
 * at another place, but no text that the program shows there itself.
 */
export function secretPlaces(schema: Schema, secrets: OperationSecrets, properties: Properties): string[] {
  const copies = secrets.texts.length === 0 ? [] : copiesIn(properties, secrets, []).map(pointerOf);
  return [...new Set([...schemaPlaces(schema, properties), ...copies])];
}

/** Where properties hold what the schema calls secret. */
export function schemaPlaces(schema: Schema, properties: Properties): string[] {
  return schemaSecretPaths(schema).flatMap((path) => placesAt(properties, path, []).map(pointerOf));
}

function placesAt(value: unknown, [part, ...rest]: readonly string[], above: Place): Place[] {
  if (value === null || value === undefined || isUnknown(value)) return [];
  if (part === undefined) return [above];
  if (typeof value !== "object") return [];
  if (part !== "*") return placesAt((value as Properties)[part], rest, [...above, part]);
  return Object.entries(value).flatMap(([key, element]) => placesAt(element, rest, [...above, key]));
}

function copiesIn(value: unknown, secrets: OperationSecrets, above: Place): Place[] {
  if (typeof value === "string") return secrets.isRevealedBy(value) ? [above] : [];
  if (typeof value === "number") return secrets.texts.includes(String(value)) ? [above] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, element]) => copiesIn(element, secrets, [...above, key]));
}
