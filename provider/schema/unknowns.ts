import { isUnknown } from "../values/unknown.ts";

/** Returns the paths of all unknown values in a value. */
export function unknownPaths(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (isUnknown(value)) return [path];
  if (Array.isArray(value)) return value.flatMap((element, index) => unknownPaths(element, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, element]) => unknownPaths(element, [...path, key]));
}

/** Returns a copy without unknown values. */
export function withoutUnknowns(value: unknown): unknown {
  if (isUnknown(value)) return undefined;
  if (Array.isArray(value)) return value.map(withoutUnknowns);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, withoutUnknowns(element)]));
}

/** Whether an unknown value may cause an issue at a path: it is at, below or above the path. */
export function concernsUnknown(path: readonly PropertyKey[], unknown: readonly PropertyKey[][]): boolean {
  return unknown.some((other) => {
    const shared = Math.min(path.length, other.length);
    for (let index = 0; index < shared; index++) if (path[index] !== other[index]) return false;
    return true;
  });
}
