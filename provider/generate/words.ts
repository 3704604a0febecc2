import { metadataOf, rangeWords, withNoun } from "../schema/index.ts";
import { checksOf, type Definition, definitionOf, failureText, type Schema } from "./layers.ts";
import type { Side } from "./shape.ts";
import { inner, specialOf } from "./side.ts";

/** What a value must be, in words without a full stop. Nothing for what the type says already. */
export function rulesOf(schema: Schema, side: Side): string[] {
  const special = specialOf(schema);
  if (special !== undefined) return side === "input" ? [special.words] : [];
  const bare = inner(schema, side);
  const { unit, unordered, listKey } = metadataOf(schema);
  switch (definitionOf(bare).type) {
    case "number":
      return numberRules(bare, side, unit);
    case "string":
      return side === "input" ? textRules(bare) : [];
    case "array":
      return side === "input" ? listRules(bare, { unordered, listKey }) : [];
    case "record":
      return side === "input" ? mapRules(bare) : [];
    case "union":
      return unionRules(bare, side);
    default:
      return [];
  }
}

/** Rules between the fields of an object, where we wrote their words. */
export function objectRules(schema: Schema): string[] {
  return checksOf(schema).flatMap((check) => {
    const text = failureText(check);
    if (text === undefined) return [];
    return [check.path === undefined ? sentence(text) : `\`${check.path.join(".")}\` ${text}`];
  });
}

/** With a capital, unless it begins with the name of a field. */
export function sentence(text: string): string {
  if (/^[a-z]+_/.test(text)) return text;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function numberRules(schema: Schema, side: Side, unit: string | undefined): string[] {
  const { min, max } = bounds(checksOf(schema));
  // Of an answer only what helps to read it.
  if (side === "output" && (min === undefined || max === undefined)) return unit === undefined ? [] : [`In ${unit}`];
  const isWhole = side === "input" && checksOf(schema).some((check) => check.format === "safeint");
  const range = rangeWords(min, max);
  const words = [isWhole ? "whole number" : undefined, range].filter((each) => each !== undefined).join(" ");
  if (unit === undefined) return [...written(words), ...refusals(schema)];
  if (range === undefined) return [words === "" ? `In ${unit}` : `${sentence(words)}, in ${unit}`, ...refusals(schema)];
  return [`${sentence(words)} ${unit}`, ...refusals(schema)];
}

function textRules(schema: Schema): string[] {
  const { min, max } = bounds(checksOf(schema));
  if (max === undefined) return [...(min === 1 ? ["Not empty"] : []), ...refusals(schema)];
  const length = min === undefined || min === 0 ? `at most ${max}` : `${min} to ${max}`;
  return [`${sentence(withNoun(length, "character"))}`, ...refusals(schema)];
}

function listRules(schema: Schema, told: { unordered?: true; listKey?: string }): string[] {
  const { min, max } = bounds(checksOf(schema));
  const count = rangeWords(min, max);
  const element = definitionOf(schema).element;
  const each = element === undefined ? [] : rulesOf(element, "input");
  return [
    ...(count === undefined ? [] : [sentence(withNoun(count, "element"))]),
    ...each.map((rule) => `Each element: ${lower(rule)}`),
    ...refusals(schema),
    ...(told.listKey === undefined
      ? []
      : [`Elements are told apart by \`${told.listKey}\`; their order means nothing`]),
    ...(told.unordered === undefined
      ? []
      : [isUnique(schema) ? "Order means nothing; no element twice" : "Order means nothing"]),
  ];
}

/** A unique list is an array with a rule that has no single text. */
function isUnique(schema: Schema): boolean {
  return checksOf(schema).some((check) => check.check === "custom" && failureText(check) === undefined);
}

function mapRules(schema: Schema): string[] {
  const { keyType, valueType } = definitionOf(schema);
  const keys = keyType === undefined ? [] : rulesOf(keyType, "input");
  const values = valueType === undefined ? [] : rulesOf(valueType, "input");
  return [
    ...keys.map((rule) => `Each key: ${lower(rule)}`),
    ...values.map((rule) => `Each value: ${lower(rule)}`),
    ...refusals(schema),
  ];
}

function unionRules(schema: Schema, side: Side): string[] {
  if (side === "output") return [];
  const text = failureText(definitionOf(schema));
  if (text !== undefined) return [sentence(text)];
  const options = (definitionOf(schema).options ?? [])
    .map((option) => rulesOf(option, side))
    .filter((rules) => rules.length > 0);
  const words = options.map((rules, index) => (index === 0 ? rules.join("; ") : lower(rules.join("; "))));
  return words.length === 0 ? [] : [words.join("; or ")];
}

/** The texts of patterns, formats and refinements: `Must be a UUID such as …`. */
function refusals(schema: Schema): string[] {
  return checksOf(schema).flatMap((check) => written(failureText(check) ?? formats[check.format ?? ""] ?? ""));
}

/** Formats for which zod has a text of its own, which names no example. */
const formats: Record<string, string> = { date: "must be a day such as 2026-01-31" };

function bounds(checks: Definition[]): { min: number | undefined; max: number | undefined } {
  const bound = (names: string[], read: (check: Definition) => number | undefined) =>
    checks.filter((check) => names.includes(check.check ?? "")).map(read)[0];
  return {
    min: bound(["greater_than", "min_length"], (check) => check.value ?? check.minimum),
    max: bound(["less_than", "max_length"], (check) => check.value ?? check.maximum),
  };
}

const written = (words: string) => (words === "" ? [] : [sentence(words)]);
const lower = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
