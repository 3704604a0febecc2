import { withoutMarks } from "../pulumi/formats/markers.ts";
import { type DiffKind, differences } from "../pulumi/native/plugin/detailed-diff.ts";
import { pointerOf } from "../values/json-pointer.ts";
import type { Properties } from "../values/properties.ts";
import { isUnknownText } from "../values/unknown.ts";

/** What a deployment does to a resource. */
export type ChangeKind = "create" | "update" | "replace" | "delete";

/** A changed input of a resource. */
export interface PropertyChange {
  /** Path in the program's spelling: `pools[0].maxNodeCount`. */
  path: string;
  kind: "add" | "delete" | "update";
  /** `[secret]` stands for a secret, `[unknown]` for a value that only an update knows. */
  from: unknown;
  to: unknown;
  /** Whether the change replaces the resource. */
  replaces: boolean;
}

/** A change of a resource, as a preview shows it. */
export interface Change {
  urn: string;
  type: string;
  name: string;
  kind: ChangeKind;
  /** Changed inputs; empty for a creation or deletion. */
  diff: readonly PropertyChange[];
}

/** Returns the inputs that differ. Hidden properties are not inputs of the program. */
export function diffOf(before: Properties, after: Properties, replacing: readonly string[]): PropertyChange[] {
  const [old, now] = [before, after].map((properties) => withoutMarks(ownOf(properties)));
  if (old === undefined || now === undefined) return [];
  const names = [...new Set([...Object.keys(old.plain), ...Object.keys(now.plain)])].sort();
  const found = names.flatMap((name) =>
    differences(old.plain[name], now.plain[name], name).map(([path, kind]) => ({
      ...{ path, kind: kindOf(kind), replaces: replacing.includes(name) },
      from: shownAt(old, path),
      to: shownAt(now, path),
    })),
  );
  const missing = replacing.filter((name) => !found.some(({ path }) => partsOf(path)[0] === name));
  return [
    ...found,
    ...missing.map((name) => ({
      ...{ path: name, kind: "update" as const, replaces: true },
      ...{ from: shownAt(old, name), to: shownAt(now, name) },
    })),
  ];
}

export function ownOf(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith("__")));
}

function kindOf(kind: DiffKind): PropertyChange["kind"] {
  return kind === "add" || kind === "delete" ? kind : "update";
}

/** The value at a path, without secrets. */
function shownAt({ plain, secretPaths }: ReturnType<typeof withoutMarks>, path: string): unknown {
  let value: unknown = shown(plain, secretPaths, []);
  for (const part of partsOf(path)) {
    if (value === null || typeof value !== "object") return value;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Values in a form that texts may show. */
function shown(value: unknown, secretPaths: readonly string[], path: readonly string[]): unknown {
  if (secretPaths.includes(pointerOf(path))) return "[secret]";
  if (isUnknownText(value) || typeof value === "symbol") return "[unknown]";
  if (Array.isArray(value)) return value.map((element) => shown(element, secretPaths, [...path, "*"]));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, shown(element, secretPaths, [...path, key])]),
  );
}

/** The parts of a property path in the engine's syntax: `pools[0].labels["a.b"]`. */
export function partsOf(path: string): string[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|([^.[\]]+)/g)].map(([, quoted, index, name]) =>
    quoted === undefined ? (index ?? name ?? "") : JSON.parse(`"${quoted}"`),
  );
}
