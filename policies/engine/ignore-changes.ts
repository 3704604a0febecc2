import { isDeepStrictEqual } from "node:util";

type Path = readonly string[];

/** Paths at which two values differ: `["pools", "0", "autoHealingEnabled"]`. */
export function changedPaths(before: unknown, after: unknown, above: Path = []): Path[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isPlain(before) || !isPlain(after)) return [above];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changedPaths(Reflect.get(before, name), Reflect.get(after, name), [...above, name]),
  );
}

/** Whether a value is a list or a plain object. A secret counts as a single value. */
function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (value !== null && typeof value === "object" && value.constructor === Object);
}

/** Whether an entry of `ignoreChanges`, such as `pools[*].labels["a.b"]`, undoes a change at a path, or part of the change. */
export function isIgnored(entry: string, path: Path): boolean {
  const parts = entry.match(/\["(?:[^"\\]|\\.)*"\]|\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const keys = parts.map((part) =>
    part.startsWith('["') ? String(JSON.parse(part.slice(1, -1))) : part.replace(/[[\]]/g, ""),
  );
  return keys.length > 0 && keys.every((key, at) => at >= path.length || key === "*" || key === path[at]);
}
