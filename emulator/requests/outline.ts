import { child, unwrap } from "@cloudplatform/pulumi/api";
import type { z } from "zod";

type Schema = z.core.$ZodType;

/**
 * The shape of a body: names of fields, how long lists are, flags, and values that the contract lists. Everything that a
 * program chooses itself, it may call secret, and the platform is not told so: texts, numbers and keys of maps are hidden.
 */
export function outline(schema: Schema | undefined, value: unknown): unknown {
  if (typeof value === "string") return schema !== undefined && lists(schema, value) ? value : "[text]";
  if (typeof value === "number" || typeof value === "bigint") return "[number]";
  if (typeof value !== "object" || value === null) return value;
  const bare = schema && unwrap(schema);
  const below = (part: PropertyKey) => bare && child(bare, part);
  if (Array.isArray(value)) return value.map((element, index) => outline(below(index), element));
  const entries = Object.entries(value);
  return named(
    entries.map(([key, element]) => [bare && has(bare, key) ? key : "[name]", outline(below(key), element)]),
  );
}

/** The shape of a refusal: its own words, and the fields of the request that it names. */
export function outlineOfRefusal(request: Schema | undefined, refusal: unknown): unknown {
  if (typeof refusal !== "object" || refusal === null || Array.isArray(refusal)) return outline(undefined, refusal);
  const entries = Object.entries(refusal).map(([word, told]): [string, unknown] => {
    if (word !== "errors" && word !== "invalid_fields") return [word, outline(undefined, told)];
    const fields = Object.entries(told ?? {});
    return [word, named(fields.map(([path, texts]) => [pathOutline(request, path), outline(undefined, texts)]))];
  });
  return Object.fromEntries(entries);
}

/** The path of a request; names in it are hidden but for that of a cluster, which is the id of the cluster. */
export function outlineOfPath(template: string | undefined, path: string): string {
  const parameters = template?.split("/");
  const segments = path.split("/");
  if (parameters?.length !== segments.length) return path;
  const isPlain = (parameter: string | undefined, segment: string) =>
    !parameter?.startsWith("{") || parameter === "{cluster_name}" || /^\d+$|^[\da-f]{8}-[\da-f-]{27}$/i.test(segment);
  return segments.map((segment, index) => (isPlain(parameters[index], segment) ? segment : "[text]")).join("/");
}

/** A query: numbers and flags, the values that the contract lists, and the names of all others. */
export function outlineOfQuery(schema: Schema | undefined, query: Record<string, string | string[]>) {
  const bare = schema && unwrap(schema);
  const shown = (name: string, text: string) => {
    const field = bare && child(bare, name);
    return /^(\d{1,6}|true|false)$/.test(text) || (field !== undefined && lists(field, text)) ? text : "[text]";
  };
  const entries = Object.entries(query).map(([name, value]): [string, string | string[]] => [
    bare !== undefined && has(bare, name) ? name : "[name]",
    Array.isArray(value) ? value.map((text) => shown(name, text)) : shown(name, value),
  ]);
  return named(entries);
}

/** `pools.0.labels.x` without the keys of maps. */
function pathOutline(schema: Schema | undefined, path: string): string {
  let at = schema;
  const parts = path.split(".").map((part) => {
    const bare = at && unwrap(at);
    at = bare && child(bare, part);
    return /^\d+$/.test(part) || part === "body" || (bare !== undefined && has(bare, part)) ? part : "[name]";
  });
  return parts.join(".");
}

/** Entries as an object; hidden names are told apart by a number. */
function named<T>(entries: readonly [string, T][]): Record<string, T> {
  const object: Record<string, T> = {};
  for (const [name, value] of entries) {
    let free = name;
    for (let number = 2; Object.hasOwn(object, free); number++) free = `${name} ${number}`;
    object[free] = value;
  }
  return object;
}

/** Whether the contract gives an object a field of this name. */
function has(bare: Schema, name: string): boolean {
  const def = bare._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema>; options?: Schema[] };
  if (def.type === "union") return (def.options ?? []).some((option) => has(unwrap(option), name));
  return def.shape !== undefined && Object.hasOwn(def.shape, name);
}

/** Whether the contract lists a text among the values of a field. */
function lists(schema: Schema, text: string): boolean {
  const bare = unwrap(schema);
  const def = bare._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  if (def.type === "union") return (def.options ?? []).some((option) => lists(option, text));
  return (def.type === "enum" || def.type === "literal") && bare._zod.values?.has(text) === true;
}
