import type { z } from "zod";
import { isUnknown } from "../../schema/index.ts";
import { partsOf, pointerOf } from "../../values/json-pointer.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { type OperationSecrets, schemaSecretPaths } from "./operation-secrets.ts";

type Schema = z.core.$ZodType;
type Place = readonly PropertyKey[];

/**
 * Returns where properties have secrets, as JSON pointers: where the schema marks a secret, and where a secret of the program is
 * repeated, except for texts that the program itself shows there.
 */
export function secretPlaces(schema: Schema, secrets: OperationSecrets, properties: Properties): string[] {
  const copies = secrets.texts.length === 0 ? [] : copiesIn(properties, secrets, []).map(pointerOf);
  return [...new Set([...schemaPlaces(schema, properties), ...copies])];
}

/** Returns where properties have what the schema marks as secret, except for stand-ins. */
export function schemaPlaces(schema: Schema, properties: Properties): string[] {
  const places = schemaSecretPaths(schema).flatMap((path) => placesAt(properties, path, []));
  return places.filter((place) => !isStandIn(valueAt(properties, place))).map(pointerOf);
}

/** Returns the places that a program marks as secret, without those that have only stand-ins. */
export function storedPlaces(pointers: readonly string[], properties: Properties): string[] {
  return pointers.filter((pointer) => {
    const places = placesAt(properties, partsOf(pointer), []);
    return places.length === 0 || places.some((place) => !isStandIn(valueAt(properties, place)));
  });
}

/** Returns the pointers, without those above a value that is no longer stored: the mark of a list was the mark of all its elements. */
export function withoutThoseAbove(pointers: readonly string[], places: readonly Place[]): string[] {
  const isAbove = (parts: readonly string[], place: Place) =>
    parts.every((part, index) => part === "*" || part === String(place[index]));
  return pointers.filter((pointer) => !places.some((place) => isAbove(partsOf(pointer), place)));
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((below, key) => (below as Properties | undefined)?.[key as string], value);
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
