import type { Expected } from "../companion/apply.ts";
import { kindsOf } from "./compare.ts";
import { sampleOf, sampleOfKind } from "./sample.ts";

/** A value to try, and its description. */
export interface BoundaryValue {
  what: string;
  value: unknown;
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}… (${text.length} characters)` : text;
};
const boundaryValue = (value: unknown, why: string): BoundaryValue => ({ what: `${shown(value)} (${why})`, value });

/** Returns values that must be accepted. */
export function accepted(field: Expected): BoundaryValue[] {
  return [
    ...kindsOf(field).map((kind) => boundaryValue(sampleOfKind(field, kind), kind)),
    ...(field.values ?? []).map((value) => boundaryValue(value, "of the enumeration")),
    ...(field.anyCase ? (field.values ?? []) : []).map((value) =>
      boundaryValue(String(value).toUpperCase(), "in capitals"),
    ),
    ...(field.seen ?? []).map((value) => boundaryValue(value, "named by the contract")),
    ...(field.form?.good ?? []).map((value) => boundaryValue(value, field.form?.says ?? "")),
    ...atBounds(field),
    ...unruled(field),
  ];
}

function atBounds(field: Expected): BoundaryValue[] {
  const values: BoundaryValue[] = [];
  for (const [bound, why] of [
    [field.min, "minimum"],
    [field.max, "maximum"],
  ] as const) {
    const value = bound === undefined ? undefined : sized(field, bound);
    if (value !== undefined && fits(field, value)) values.push(boundaryValue(value, `${why} ${bound}`));
  }
  return values;
}

/** Whether a value of a given size also meets the field's other rules. */
function fits(field: Expected, value: unknown): boolean {
  if (field.form !== undefined || field.values !== undefined) return false;
  if (typeof value === "string") return field.pattern === undefined || new RegExp(field.pattern).test(value);
  return !(Array.isArray(value) && field.unique && value.length > 1);
}

/** Returns values just outside the bounds, the enumeration or the form. */
export function tooFar(field: Expected): BoundaryValue[] {
  const values: BoundaryValue[] = [];
  const { min, max } = field;
  const below = min === undefined || (min === 0 && !isNumber(field)) ? undefined : sized(field, min - 1);
  if (below !== undefined) values.push(boundaryValue(below, `below the minimum ${min}`));
  const above = max === undefined ? undefined : sized(field, max + 1);
  if (above !== undefined) values.push(boundaryValue(above, `above the maximum ${max}`));
  if (field.values !== undefined)
    values.push(boundaryValue(isNumber(field) ? 987 : "no-such-value", "not in the enumeration"));
  for (const bad of field.form?.bad ?? []) values.push(boundaryValue(bad, `not ${field.form?.says}`));
  if (field.neverEmpty !== undefined) values.push(boundaryValue("", field.neverEmpty));
  if (field.includes !== undefined) values.push(boundaryValue([], `without ${field.includes}`));
  if (field.unique && field.of) values.push(boundaryValue([sampleOf(field.of), sampleOf(field.of)], "twice the same"));
  return values;
}

/** Returns values of kinds that the field does not have. */
export function wrongKinds(field: Expected): BoundaryValue[] {
  const kinds = kindsOf(field);
  const isObject = kinds.includes("object") || kinds.includes("map");
  const numeric = kinds.includes("integer") || kinds.includes("number");
  const wrong = [
    kinds.includes("string") ? undefined : boundaryValue("a text", "a text"),
    numeric ? undefined : boundaryValue(7, "a number"),
    numeric && !kinds.includes("number") ? boundaryValue(1.5, "no integer") : undefined,
    kinds.includes("boolean") ? undefined : boundaryValue(true, "a boolean"),
    isObject ? undefined : boundaryValue({}, "an object"),
    kinds.includes("array") ? undefined : boundaryValue([], "a list"),
  ];
  return wrong.filter((one) => one !== undefined);
}

/** Returns values that no rule forbids. They find narrower rules that a schema's structure does not show. */
function unruled(field: Expected): BoundaryValue[] {
  const kinds = kindsOf(field);
  const values: BoundaryValue[] = [];
  const isFree = [field.values, field.form, field.pattern, field.narrowed].every((rule) => rule === undefined);
  if (kinds.includes("string") && isFree && field.max === undefined)
    values.push(boundaryValue("Any text: ünï/çødé 7".repeat(300), "any text"));
  if (kinds.includes("string") && isFree && (field.min ?? 0) === 0 && field.neverEmpty === undefined)
    values.push(boundaryValue("", "an empty text"));
  if (kinds.includes("array") && (field.min ?? 0) === 0 && field.includes === undefined)
    values.push(boundaryValue([], "an empty list"));
  if (kinds.includes("array") && !field.unique && field.of && field.max !== 1)
    values.push(boundaryValue([sampleOf(field.of), sampleOf(field.of)], "twice the same"));
  return values;
}

function isNumber(field: Expected): boolean {
  return kindsOf(field).some((kind) => kind === "integer" || kind === "number");
}

/**
 * Returns a value of a size: a number, a text with that many characters, a list with that many elements. Numbers beyond 2^53 are
 * left out, because their neighbours are not exact.
 */
function sized(field: Expected, size: number): unknown {
  if (isNumber(field)) return Number.isSafeInteger(size) ? size : undefined;
  if (kindsOf(field).includes("string")) return "a".repeat(size);
  return kindsOf(field).includes("array") && field.of
    ? Array.from({ length: size }, () => sampleOf(field.of as Expected))
    : undefined;
}
