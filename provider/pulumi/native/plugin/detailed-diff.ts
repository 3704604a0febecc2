import { isDeepStrictEqual } from "node:util";
import type { AnyHandler } from "../../../engine/handler/handler.ts";
import { inOrderOf } from "../../../schema/index.ts";
import type { Properties } from "../../../values/properties.ts";

/** How a property changes. */
export type DiffKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

/** By property path: `pools[0].flavorId`. */
export type DetailedDiff = Map<string, DiffKind>;

/**
 * Returns where inputs differ from the deployed ones. Elements of unordered lists are matched by their keys. Any `…-replace`
 * makes the engine replace the whole resource, so a pool that is created again within its cluster counts as an update here,
 * beside a warning.
 */
export function detailedDiff(
  handler: AnyHandler,
  declared: Properties,
  inputs: Properties,
  replaces: readonly string[],
): DetailedDiff {
  const before = inOrderOf(handler.schema, declared, inputs);
  const found: DetailedDiff = new Map();
  const names = [...new Set([...Object.keys(before), ...Object.keys(inputs)])].sort();
  for (const name of names.filter((one) => handler.computedInputs?.includes(one) !== true))
    for (const [path, kind] of differences(before[name], inputs[name], pathPart(name)))
      found.set(path, replaces.includes(name) ? replacing[kind] : kind);
  // A field may replace without a difference of its own, as after a change of the live object.
  for (const name of replaces)
    if (![...found.keys()].some((path) => isBelow(path, name))) found.set(name, "update-replace");
  return found;
}

type PlainKind = "add" | "delete" | "update";

const replacing = { add: "add-replace", delete: "delete-replace", update: "update-replace" } as const;

/** Returns where two values differ, by property path. */
export function differences(before: unknown, after: unknown, path: string): [string, PlainKind][] {
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined) return [[path, "add"]];
  if (after === undefined) return [[path, "delete"]];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => differences(before[index], after[index], `${path}[${index}]`)).flat();
  }
  if (!isObject(before) || !isObject(after)) return [[path, "update"]];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => differences(before[key], after[key], join(path, key)));
}

/** Whether `ignoreChanges` names a path or one above it. */
export function isIgnored(path: string, ignored: readonly string[]): boolean {
  return ignored.some((one) => one === "*" || isBelow(path, one));
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

function join(path: string, key: string): string {
  const part = pathPart(key);
  return part.startsWith("[") ? `${path}${part}` : `${path}.${part}`;
}

/** A name in the engine's syntax of property paths. */
function pathPart(key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
}

function isObject(value: unknown): value is Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
