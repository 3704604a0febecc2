import fc from "fast-check";
import { unknownValue } from "../../provider/values/unknown.ts";

type Path = (string | number)[];

/** A value with any parts still unknown, and the same value fully known. */
export interface PartlyUnknown<T> {
  known: T;
  unknown: T;
}

/** Replaces any subset of a value's parts by the unknown marker. The outermost part is a top-level field, never the whole value. */
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
  // Replace nested parts first, while their parents still exist.
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    let place = copy as Record<string | number, unknown>;
    for (const part of path.slice(0, -1)) place = place[part] as Record<string | number, unknown>;
    place[path.at(-1) as string | number] = unknownValue;
  }
  return copy;
}
