import fc from "fast-check";
import { unknownValue } from "../../provider/values/unknown.ts";

type Path = (string | number)[];

/** A value of which any part may not be known yet, and the same value when all is known. */
export interface PartlyUnknown<T> {
  known: T;
  unknown: T;
}

/** Replaces any subset of a value's parts by the mark of an unknown value, the top level's own fields at most. */
export function partlyUnknown<T extends object>(values: fc.Arbitrary<T>): fc.Arbitrary<PartlyUnknown<T>> {
  return values.chain((known) =>
    fc.subarray(pathsOf(known), { minLength: 1 }).map((paths) => ({ known, unknown: without(known, paths) })),
  );
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return path.length === 0 ? [] : [path];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const below = entries.flatMap(([key, element]) => (element === undefined ? [] : pathsOf(element, [...path, key])));
  return path.length === 0 ? below : [path, ...below];
}

function without<T>(value: T, paths: readonly Path[]): T {
  const copy = structuredClone(value);
  // Nested ones first, so that no path to one of them is gone.
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    let place = copy as Record<string | number, unknown>;
    for (const part of path.slice(0, -1)) place = place[part] as Record<string | number, unknown>;
    place[path.at(-1) as string | number] = unknownValue;
  }
  return copy;
}
