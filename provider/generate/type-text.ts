import { convertedTypeOf, inner, isNullable } from "./direction.ts";
import type { Direction, EnumAlias } from "./shape.ts";
import { definitionOf, type Schema } from "./zod-def.ts";

/** Names of the types of objects and of named enums. */
export interface Names {
  /** Returns the name of the interface of an object. */
  object(schema: Schema): string;
  /** Returns the name of an enum, if it has one. */
  alias(values: readonly string[]): EnumAlias["name"] | undefined;
}

/** The TypeScript type of a value, null included. */
export function typeText(schema: Schema, direction: Direction, names: Names): string {
  const text = convertedTypeOf(schema)?.[direction] ?? bareText(inner(schema, direction), direction, names);
  return isNullable(schema) ? `${text} | null` : text;
}

function bareText(schema: Schema, direction: Direction, names: Names): string {
  const definition = definitionOf(schema);
  const below = (each: Schema | undefined) => (each === undefined ? "unknown" : typeText(each, direction, names));
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
      return `Record<string, ${below(definition.valueType)}${isAbsentValue(definition.valueType, direction) ? " | undefined" : ""}>`;
    case "object":
      return Object.keys(definition.shape ?? {}).length === 0 ? "Record<string, unknown>" : names.object(schema);
    case "union":
      return unionText(definition.options ?? [], below);
    case "lazy":
      return "JsonValue"; // the only recursive schema is z.json()
    default:
      throw new Error(`provider/generate/type-text.ts does not support the schema type "${definition.type}".`);
  }
}

function isAbsentValue(schema: Schema | undefined, direction: Direction): boolean {
  return (direction === "input" ? schema?._zod.optin : schema?._zod.optout) === "optional";
}

function enumText(values: readonly string[], names: Names): string {
  return names.alias(values) ?? values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Keeps known values beside any text: plain `string` would absorb them, and an editor would not suggest them. */
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
