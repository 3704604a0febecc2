import { Option } from "commander";
import { z } from "zod";
import { argumentParts, type Definition } from "../functions/definition.ts";
import { camel, child, defaultOf, descriptionOf, isOptional, metadataOf, rangeWords, unwrap } from "../schema/index.ts";
import { unitMs } from "../values/index.ts";

type Schema = z.core.$ZodType;

/** An argument of a lookup as a command-line flag. */
export interface Flag {
  /** In the user's spelling: `clientIp`. */
  name: string;
  schema: Schema;
  required: boolean;
}

/** All arguments of a lookup. If several parts have the same name, the first part wins. */
export function flagsOf(definition: Definition): Flag[] {
  const flags = new Map<string, Flag>();
  for (const { schema } of argumentParts(definition))
    for (const [wire, field] of Object.entries(schema.shape)) {
      const name = camel(wire);
      if (!flags.has(name)) flags.set(name, { name, schema: field, required: !isOptional(field) });
    }
  return [...flags.values()];
}

/** `clientIp` → `client-ip`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The option of a flag, with range, choices and default in its help. */
export function optionOf(flag: Flag): Option {
  const bare = unwrap(flag.schema);
  const type = bare._zod.def.type;
  if (type === "boolean") return new Option(`--${kebab(flag.name)}`, helpText(flag));
  const option = new Option(`--${kebab(flag.name)} <${placeholder(bare)}>`, helpText(flag));
  const choices = [...(bare._zod.values ?? [])].map(String);
  if (type === "array") {
    const element = child(bare, 0);
    return option.argParser((text: string, before: unknown[] = []) => [...before, argumentOf(element, text)]);
  }
  // commander checks choices itself and then keeps the raw text.
  return choices.length > 0
    ? option.choices(choices)
    : option.argParser((text: string) => argumentOf(flag.schema, text));
}

function placeholder(bare: Schema): string {
  const type = bare._zod.def.type;
  if (type === "array") return placeholder(unwrap(child(bare, 0) ?? bare)).replace(/…?$/, "…");
  if (isTimestamp(bare)) return "time|2h";
  if (type === "object") return "name=value,…";
  if (type === "number" || type === "int") return "number";
  return "text";
}

function helpText({ schema, required }: Flag): string {
  const bare = unwrap(schema);
  const facts: (string | undefined)[] = [
    required ? "required" : undefined,
    bare instanceof z.ZodNumber ? rangeWords(bare.minValue, bare.maxValue) : undefined,
    metadataOf(schema).unit,
    defaultOf(schema) === undefined || defaultOf(schema) === null ? undefined : `default ${defaultOf(schema)}`,
    fieldsText(bare),
  ];
  const known = facts.filter((fact) => fact !== undefined);
  const text = (descriptionOf(schema) ?? "").replace(/`(\w+)`/g, (_, name: string) => name).replace(/\.$/, "");
  return known.length === 0 ? text : `${text} (${known.join("; ")})`;
}

/** Help for the fields of an object that is passed as `name=value,…`. */
function fieldsText(bare: Schema): string | undefined {
  const object = bare._zod.def.type === "array" ? unwrap(child(bare, 0) ?? bare) : bare;
  if (!(object instanceof z.ZodObject)) return undefined;
  return `fields ${Object.keys(object.shape).map(camel).join(", ")}; or JSON; may be repeated`;
}

/** Converts a command-line text to the type of the schema. A text that does not fit is kept, so that the schema reports why. */
export function argumentOf(schema: Schema | undefined, text: string): unknown {
  if (schema === undefined) return text;
  const bare = unwrap(schema);
  const type = bare._zod.def.type;
  if (type === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (/^\s*[[{]/.test(text)) return jsonOf(text);
  if (bare instanceof z.ZodObject) return objectOf(bare, text);
  return isTimestamp(bare) ? timestampOf(text) : text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Parses `bm1-hf-medium,resourceValue=2`: pairs of name and value. A value without a name belongs to the first field. A required
 * field with only one possible value may be left out.
 */
function objectOf(schema: z.ZodObject, text: string): Record<string, unknown> {
  const fields = new Map(Object.entries(schema.shape).map(([wire, field]) => [camel(wire), field as Schema]));
  const [first = ""] = fields.keys();
  const value: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const only = [...(unwrap(field)._zod.values ?? [])];
    if (only.length === 1 && !isOptional(field)) value[name] = only[0];
  }
  for (const pair of text.split(",")) {
    const at = pair.indexOf("=");
    const name = at < 0 ? first : pair.slice(0, at).trim();
    value[name] = argumentOf(fields.get(name), at < 0 ? pair.trim() : pair.slice(at + 1));
  }
  return value;
}

function isTimestamp(schema: Schema): boolean {
  const { format } = schema._zod.def as z.core.$ZodTypeDef & { format?: string };
  return format === "datetime";
}

/** Converts `2h`, `30m`, `7d` (ago) and a date (its start in UTC) to a timestamp. Any other text is left to the schema. */
export function timestampOf(text: string, now = Date.now()): string {
  const ago = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (ago !== null) return new Date(now - Number(ago[1]) * (unitMs[ago[2] ?? ""] ?? 0)).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  return text;
}
