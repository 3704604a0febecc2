import { isDeepStrictEqual } from "node:util";
import { holdsSecret, holdsUnknown, isObject, isSecret, isUnknown, mapValues } from "./engine-values.ts";
import type { EngineStep } from "./events.ts";
import type { Change } from "./schema.ts";

type Properties = Record<string, unknown>;

/** Properties without the provider's internal ones. */
export function visible(properties: Properties | null | undefined): Properties {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([key]) => !key.startsWith("__")));
}

/** Differences between two sets of inputs, property by property. */
export function changesBetween(before: Properties, after: Properties): Change[] {
  const changes: Change[] = [];
  compare("", before, after, changes);
  return changes;
}

/** What a step changes: differences between the inputs, and changed secrets, whose values no event contains. */
export function changesOf(step: EngineStep): Change[] {
  const before = visible(step.old?.inputs);
  const after = visible(step.new?.inputs);
  const changes = changesBetween(before, after);
  for (const [path, { diffKind }] of Object.entries(step.detailedDiff ?? {})) {
    if (path.startsWith("__") || changes.some((one) => one.path.startsWith(path) || path.startsWith(one.path)))
      continue;
    const [old, now] = [valueAt(before, path), valueAt(after, path)];
    const kind = diffKind.startsWith("add") ? "add" : diffKind.startsWith("delete") ? "delete" : "update";
    if (holdsSecret(old) || holdsSecret(now)) changes.push({ path, kind, secret: true });
  }
  return changes;
}

function compare(path: string, before: unknown, after: unknown, changes: Change[]): void {
  if (isDeepStrictEqual(before, after)) return;
  const below = childrenOf(path, before, after);
  if (below !== undefined) for (const [at, old, now] of below) compare(at, old, now, changes);
  else changes.push(changeOf(path, before, after));
}

/** Pairs of children of two values, or undefined if the values are compared as a whole. */
function childrenOf(path: string, before: unknown, after: unknown): [string, unknown, unknown][] | undefined {
  if (isSecret(before) || isSecret(after)) return undefined;
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.map((name) => [joined(path, name), before[name], after[name]]);
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const [old, now] = [byName(before), byName(after)];
  // Lists of named elements are compared by name: a removed pool must not look like a change of all pools after it.
  if (old === undefined || now === undefined) return undefined;
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.map((name) => [`${path}[${JSON.stringify(name)}]`, old.get(name), now.get(name)]);
}

function byName(list: readonly unknown[]): Map<string, unknown> | undefined {
  const named = new Map<string, unknown>();
  for (const one of list) {
    if (!isObject(one) || typeof one.name !== "string" || named.has(one.name)) return undefined;
    named.set(one.name, one);
  }
  return named;
}

function joined(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function changeOf(path: string, before: unknown, after: unknown): Change {
  const kind = before === undefined ? "add" : after === undefined ? "delete" : "update";
  return {
    path,
    kind,
    ...(before !== undefined && !isSecret(before) && { old: shown(before) }),
    ...(after !== undefined && !isSecret(after) && !isUnknown(after) && { new: shown(after) }),
    ...((isSecret(before) || isSecret(after)) && { secret: true }),
    ...(holdsUnknown(after) && { unknown: true }),
  };
}

/** A value as it appears in a review: secrets and unknown values are replaced by placeholders. */
export function shown(value: unknown): unknown {
  return mapValues(value, (one) => {
    if (isSecret(one)) return "[secret]";
    return isUnknown(one) ? "[not known yet]" : undefined;
  });
}

/** Paths of unknown values. */
export function unknownPaths(value: unknown, path = ""): string[] {
  if (isUnknown(value)) return [path];
  if (Array.isArray(value)) return value.flatMap((one, index) => unknownPaths(one, `${path}[${index}]`));
  if (!isObject(value) || isSecret(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => unknownPaths(one, joined(path, name)));
}

/** The value at a property path of the engine: `options.secure_key.key`, `pools[0].labels["a.b"]`. */
function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((current, key) => {
    // Everything below a secret is part of the secret.
    if (isSecret(current)) return current;
    return current === null || typeof current !== "object" ? undefined : Reflect.get(current, key);
  }, value);
}

/** Replaces the secret that is at a property path of the engine, or that contains it. */
export function replaceSecretAt(value: object, path: string, next: unknown): void {
  let place = value;
  for (const key of keysOf(path)) {
    const below: unknown = Reflect.get(place, key);
    if (isSecret(below)) return void Reflect.set(place, key, next);
    if (below === null || typeof below !== "object") return;
    place = below;
  }
}

function keysOf(path: string): string[] {
  const parts = path.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? [];
  return parts.map((part) => (part.startsWith("[") ? String(JSON.parse(part.slice(1, -1))) : part));
}
