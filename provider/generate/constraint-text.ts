import { metadataOf, rangeWords, withNoun } from "../schema/index.ts";
import { convertedTypeOf, inner } from "./direction.ts";
import type { Direction } from "./shape.ts";
import { checksOf, type Definition, definitionOf, messageOf, type Schema } from "./zod-def.ts";

/** Constraints of a value as text without a full stop, except what the type already expresses. */
export function constraintsOf(schema: Schema, direction: Direction): string[] {
  const converted = convertedTypeOf(schema);
  if (converted !== undefined) return direction === "input" ? [converted.constraint] : [];
  const bare = inner(schema, direction);
  const { unit, unordered, listKey } = metadataOf(schema);
  switch (definitionOf(bare).type) {
    case "number":
      return numberConstraints(bare, direction, unit);
    case "string":
      return direction === "input" ? textConstraints(bare) : [];
    case "array":
      return direction === "input" ? listConstraints(bare, { unordered, listKey }) : [];
    case "record":
      return direction === "input" ? mapConstraints(bare) : [];
    case "union":
      return unionConstraints(bare, direction);
    default:
      return [];
  }
}

/** Constraints between the fields of an object, taken from the error messages in the schemas. */
export function objectConstraints(schema: Schema): string[] {
  return checksOf(schema).flatMap((check) => {
    const text = messageOf(check);
    if (text === undefined) return [];
    return [check.path === undefined ? sentence(text) : `\`${check.path.join(".")}\` ${text}`];
  });
}

/** Capitalizes a text, unless it begins with the name of a field. */
export function sentence(text: string): string {
  if (/^[a-z]+_/.test(text)) return text;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function numberConstraints(schema: Schema, direction: Direction, unit: string | undefined): string[] {
  const { min, max } = bounds(checksOf(schema));
  // Responses only show what helps to read them.
  if (direction === "output" && (min === undefined || max === undefined))
    return unit === undefined ? [] : [`In ${unit}`];
  const isInteger = direction === "input" && checksOf(schema).some((check) => check.format === "safeint");
  const range = rangeWords(min, max);
  const text = [isInteger ? "integer" : undefined, range].filter((each) => each !== undefined).join(" ");
  if (unit === undefined) return [...asSentences(text), ...messages(schema)];
  if (range === undefined) return [text === "" ? `In ${unit}` : `${sentence(text)}, in ${unit}`, ...messages(schema)];
  return [`${sentence(text)} ${unit}`, ...messages(schema)];
}

function textConstraints(schema: Schema): string[] {
  const { min, max } = bounds(checksOf(schema));
  if (max === undefined) return [...(min === 1 ? ["Not empty"] : []), ...messages(schema)];
  const length = min === undefined || min === 0 ? `at most ${max}` : `${min} to ${max}`;
  return [`${sentence(withNoun(length, "character"))}`, ...messages(schema)];
}

function listConstraints(schema: Schema, metadata: { unordered?: true; listKey?: string }): string[] {
  const { min, max } = bounds(checksOf(schema));
  const count = rangeWords(min, max);
  const element = definitionOf(schema).element;
  const each = element === undefined ? [] : constraintsOf(element, "input");
  return [
    ...(count === undefined ? [] : [sentence(withNoun(count, "element"))]),
    ...each.map((rule) => `Each element: ${lower(rule)}`),
    ...messages(schema),
    ...(metadata.listKey === undefined
      ? []
      : [`Elements are identified by \`${metadata.listKey}\`; their order is not significant`]),
    ...(metadata.unordered === undefined
      ? []
      : [isUnique(schema) ? "Order is not significant; elements are unique" : "Order is not significant"]),
  ];
}

/** A unique list is an array with a refinement that has no fixed message. */
function isUnique(schema: Schema): boolean {
  return checksOf(schema).some((check) => check.check === "custom" && messageOf(check) === undefined);
}

function mapConstraints(schema: Schema): string[] {
  const { keyType, valueType } = definitionOf(schema);
  const keys = keyType === undefined ? [] : constraintsOf(keyType, "input");
  const values = valueType === undefined ? [] : constraintsOf(valueType, "input");
  return [
    ...keys.map((rule) => `Each key: ${lower(rule)}`),
    ...values.map((rule) => `Each value: ${lower(rule)}`),
    ...messages(schema),
  ];
}

function unionConstraints(schema: Schema, direction: Direction): string[] {
  if (direction === "output") return [];
  const text = messageOf(definitionOf(schema));
  if (text !== undefined) return [sentence(text)];
  const options = (definitionOf(schema).options ?? [])
    .map((option) => constraintsOf(option, direction))
    .filter((rules) => rules.length > 0);
  const texts = options.map((rules, index) => (index === 0 ? rules.join("; ") : lower(rules.join("; "))));
  return texts.length === 0 ? [] : [texts.join("; or ")];
}

/** Messages of patterns, formats and refinements: `Must be a UUID such as …`. */
function messages(schema: Schema): string[] {
  return checksOf(schema).flatMap((check) => asSentences(messageOf(check) ?? formats[check.format ?? ""] ?? ""));
}

/** Messages for formats whose message in zod lacks an example. */
const formats: Record<string, string> = { date: "must be a date such as 2026-01-31" };

function bounds(checks: Definition[]): { min: number | undefined; max: number | undefined } {
  const bound = (names: string[], read: (check: Definition) => number | undefined) =>
    checks.filter((check) => names.includes(check.check ?? "")).map(read)[0];
  return {
    min: bound(["greater_than", "min_length"], (check) => check.value ?? check.minimum),
    max: bound(["less_than", "max_length"], (check) => check.value ?? check.maximum),
  };
}

const asSentences = (text: string) => (text === "" ? [] : [sentence(text)]);
const lower = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
