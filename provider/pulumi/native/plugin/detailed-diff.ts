import { isDeepStrictEqual } from "node:util";
import type { AnyHandler } from "../../../engine/handler/handler.ts";
import { inOrderOf } from "../../../schema/index.ts";
import type { Properties } from "../../../values/properties.ts";

/** What happens to a property. */
export type DiffKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

/** By property path: `pools[0].flavorId`. */
export type DetailedDiff = Map<string, DiffKind>;

/**
 * Where inputs differ from those that are deployed. Elements of lists without order are compared by their keys. The engine replaces the
 * whole resource for one kind of `…-replace`, so that a pool which is created again within its cluster is an update here, beside a warning.
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
  // A field that replaces without a difference of its own, as after a change of what the platform has.
  for (const name of replaces)
    if (![...found.keys()].some((path) => isBelow(path, name))) found.set(name, "update-replace");
  return found;
}

type PlainKind = "add" | "delete" | "update";

const replacing = { add: "add-replace", delete: "delete-replace", update: "update-replace" } as const;

/** Where two values differ, by property path. */
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

/** Whether a path is named by `ignoreChanges`, or is below one that is. */
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

/** A name in the engine's form of property paths. */
function pathPart(key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
}

function isObject(value: unknown): value is Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
