import { definitionOf, type Schema } from "./layers.ts";
import type { Alias, Side } from "./shape.ts";
import { inner, isNullable, specialOf } from "./side.ts";

/** Where types of objects and long enumerations get their names. */
export interface Names {
  /** Name of the interface of an object. */
  object(schema: Schema): string;
  /** Name of an enumeration that has one. */
  alias(values: readonly string[]): Alias["name"] | undefined;
}

/** The TypeScript type of a value, null included. */
export function typeText(schema: Schema, side: Side, names: Names): string {
  const text = specialOf(schema)?.[side] ?? bareText(inner(schema, side), side, names);
  return isNullable(schema) ? `${text} | null` : text;
}

function bareText(schema: Schema, side: Side, names: Names): string {
  const definition = definitionOf(schema);
  const below = (each: Schema | undefined) => (each === undefined ? "unknown" : typeText(each, side, names));
  switch (definition.type) {
    case "string":
    case "number":
    case "boolean":
    case "bigint":
    case "null":
    case "unknown":
      return definition.type;
    case "literal":
      return (definition.values ?? []).map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return enumText(Object.values(definition.entries ?? {}), names);
    case "array":
      return listText(below(definition.element));
    case "record":
      return `Record<string, ${below(definition.valueType)}${isAbsentValue(definition.valueType, side) ? " | undefined" : ""}>`;
    case "object":
      return Object.keys(definition.shape ?? {}).length === 0 ? "Record<string, unknown>" : names.object(schema);
    case "union":
      return unionText(definition.options ?? [], below);
    case "lazy":
      return "JsonValue"; // the only recursive schema is z.json()
    default:
      throw new Error(`provider/generate/type-text.ts does not know the schema type "${definition.type}" yet.`);
  }
}

function isAbsentValue(schema: Schema | undefined, side: Side): boolean {
  return (side === "input" ? schema?._zod.optin : schema?._zod.optout) === "optional";
}

function enumText(values: readonly string[], names: Names): string {
  return names.alias(values) ?? values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Known texts beside any other: plain `string` would swallow them, and an editor would offer none. */
function unionText(options: Schema[], below: (option: Schema) => string): string {
  const members = options.map(below);
  const isOpen = members.includes("string") && options.some((option) => definitionOf(option).type === "enum");
  if (isOpen) members[members.indexOf("string")] = "(string & Record<never, never>)";
  const isPlain = members.includes("string");
  return [...new Set(members)].filter((member) => !isPlain || !member.startsWith('"')).join(" | ");
}

function listText(element: string): string {
  return element.includes(" | ") || element.includes(" & ") ? `(${element})[]` : `${element}[]`;
}
