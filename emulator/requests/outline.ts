import { child, unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";

type Schema = z.core.$ZodType;

/**
 * The shape of a body: field names, lengths of lists, booleans, and enum values. Texts, numbers and keys of maps are hidden,
 * because a program may mark any of them as secret and the platform does not know which.
 */
export function outline(schema: Schema | undefined, value: unknown): unknown {
  if (typeof value === "string") return schema !== undefined && isListedValue(schema, value) ? value : "[text]";
  if (typeof value === "number" || typeof value === "bigint") return "[number]";
  if (typeof value !== "object" || value === null) return value;
  const bare = schema && unwrap(schema);
  const below = (part: PropertyKey) => bare && child(bare, part);
  if (Array.isArray(value)) return value.map((element, index) => outline(below(index), element));
  const entries = Object.entries(value);
  return uniqueEntries(
    entries.map(([key, element]) => [bare && declaresField(bare, key) ? key : "[name]", outline(below(key), element)]),
  );
}

/** The shape of an error response: its fields, and the names of request fields in it. */
export function outlineOfRefusal(request: Schema | undefined, refusal: unknown): unknown {
  if (typeof refusal !== "object" || refusal === null || Array.isArray(refusal)) return outline(undefined, refusal);
  const entries = Object.entries(refusal).map(([word, field]): [string, unknown] => {
    if (word !== "errors" && word !== "invalid_fields") return [word, outline(undefined, field)];
    const fields = Object.entries(field ?? {});
    return [
      word,
      uniqueEntries(fields.map(([path, texts]) => [pathOutline(request, path), outline(undefined, texts)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** The path of a request. Names in it are hidden, except the name of a cluster, which is its id. */
export function outlineOfPath(template: string | undefined, path: string): string {
  const parameters = template?.split("/");
  const segments = path.split("/");
  if (parameters?.length !== segments.length) return path;
  const isPlain = (parameter: string | undefined, segment: string) =>
    !parameter?.startsWith("{") || parameter === "{cluster_name}" || /^\d+$|^[\da-f]{8}-[\da-f-]{27}$/i.test(segment);
  return segments.map((segment, index) => (isPlain(parameters[index], segment) ? segment : "[text]")).join("/");
}

/** A query with numbers, booleans and enum values. Other values are hidden. */
export function outlineOfQuery(schema: Schema | undefined, query: Record<string, string | string[]>) {
  const bare = schema && unwrap(schema);
  const shown = (name: string, text: string) => {
    const field = bare && child(bare, name);
    return /^(\d{1,6}|true|false)$/.test(text) || (field !== undefined && isListedValue(field, text)) ? text : "[text]";
  };
  const entries = Object.entries(query).map(([name, value]): [string, string | string[]] => [
    bare !== undefined && declaresField(bare, name) ? name : "[name]",
    Array.isArray(value) ? value.map((text) => shown(name, text)) : shown(name, value),
  ]);
  return uniqueEntries(entries);
}

/** `pools.0.labels.x` without the keys of maps. */
function pathOutline(schema: Schema | undefined, path: string): string {
  let at = schema;
  const parts = path.split(".").map((part) => {
    const bare = at && unwrap(at);
    at = bare && child(bare, part);
    return /^\d+$/.test(part) || part === "body" || (bare !== undefined && declaresField(bare, part)) ? part : "[name]";
  });
  return parts.join(".");
}

/** Builds an object from entries. Hidden names get a number to make them unique. */
function uniqueEntries<T>(entries: readonly [string, T][]): Record<string, T> {
  const object: Record<string, T> = {};
  for (const [name, value] of entries) {
    let free = name;
    for (let number = 2; Object.hasOwn(object, free); number++) free = `${name} ${number}`;
    object[free] = value;
  }
  return object;
}

/** Whether an object schema declares a field. */
function declaresField(bare: Schema, name: string): boolean {
  const def = bare._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema>; options?: Schema[] };
  if (def.type === "union") return (def.options ?? []).some((option) => declaresField(unwrap(option), name));
  return def.shape !== undefined && Object.hasOwn(def.shape, name);
}

/** Whether a text is an enum value of a schema. */
function isListedValue(schema: Schema, text: string): boolean {
  const bare = unwrap(schema);
  const def = bare._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  if (def.type === "union") return (def.options ?? []).some((option) => isListedValue(option, text));
  return (def.type === "enum" || def.type === "literal") && bare._zod.values?.has(text) === true;
}
