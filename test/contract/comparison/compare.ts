import { isDeepStrictEqual } from "node:util";
import type { Expected } from "../companion/apply.ts";
import type { Shape } from "./shape.ts";

/** Requests are compared strictly. A response schema may accept null for fields that the contract does not require. */
export type Direction = "request" | "response";

/** Returns every difference between the expected field at a place and the schema there. */
export function compare(expected: Expected, shape: Shape, at: string, direction: Direction): string[] {
  if (isUnstated(expected)) return [];
  const kinds = kindsOf(expected);
  if (!sameElements(kinds, shape.type))
    return [difference(at, "type", kinds.join(" or "), shape.type.join(" or "), expected)];
  return [
    ...rules(expected, shape, at, direction),
    ...part(expected, shape, at, direction),
    ...keys(expected, shape, at, direction),
    ...fields(expected, shape, at, direction),
  ];
}

function rules(expected: Expected, shape: Shape, at: string, direction: Direction): string[] {
  const found: string[] = [];
  const hold = (rule: "required" | "nullable" | "default" | "min" | "max" | "pattern", absent?: unknown) => {
    const wanted = expected[rule] ?? absent;
    const seen = shape[rule] ?? absent;
    if (!isDeepStrictEqual(wanted, seen)) found.push(difference(at, rule, wanted, seen, expected));
  };
  hold("required", false);
  const toleratesNull = direction === "response" && expected.required !== true && expected.nullable !== true;
  if (!toleratesNull) hold("nullable", false);
  hold("default");
  hold("min");
  hold("max");
  // The boundary tests check a form with texts that match it and texts that do not.
  if (expected.form === undefined) hold("pattern");
  found.push(...values(expected, shape, at));
  return found;
}

function values(expected: Expected, shape: Shape, at: string): string[] {
  const { values: wanted } = expected;
  const { values: seen } = shape;
  if (wanted === undefined || seen === undefined)
    return wanted === seen ? [] : [difference(at, "the enumeration", wanted, seen, expected)];
  const by = authority(expected, "values");
  return [
    ...wanted
      .filter((one) => !seen.includes(one))
      .map((one) => `${at}: the schema lacks ${show(one)}, which ${by} has`),
    ...seen
      .filter((one) => !wanted.includes(one))
      .map((one) => `${at}: the schema has ${show(one)}, which ${by} has not`),
  ];
}

function part(expected: Expected, shape: Shape, at: string, direction: Direction) {
  if (expected.of === undefined) return [];
  const below = `${at}${kindsOf(expected).includes("map") ? "{}" : "[]"}`;
  return shape.of === undefined
    ? [`${below}: the schema does not say what it is`]
    : compare(expected.of, shape.of, below, direction);
}

function keys(expected: Expected, shape: Shape, at: string, direction: Direction): string[] {
  if (expected.keys === undefined) return [];
  return compare(expected.keys, shape.keys ?? { type: ["string"] }, `${at}<key>`, direction);
}

function fields(expected: Expected, shape: Shape, at: string, direction: Direction): string[] {
  if (expected.fields === undefined || expected.open) return [];
  const found: string[] = [];
  for (const [name, field] of Object.entries(expected.fields)) {
    const place = `${at}.${name}`;
    const there = shape.fields?.[name];
    if (there !== undefined) found.push(...compare(field, there, place, direction));
    else found.push(`${place}: the schema lacks the field, which ${field.addedBy ?? "the contract"} has`);
  }
  for (const name of Object.keys(shape.fields ?? {}))
    if (!(name in expected.fields))
      found.push(`${at}.${name}: the schema has a field that is neither in the contract nor in the companion list`);
  return found;
}

export function kindsOf(expected: Expected): readonly string[] {
  return typeof expected.type === "string" ? [expected.type] : expected.type;
}

export function isUnstated(expected: Expected): boolean {
  return kindsOf(expected).includes("unstated");
}

function sameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  return isDeepStrictEqual([...a].map(String).sort(), [...b].map(String).sort());
}

function difference(at: string, rule: string, wanted: unknown, seen: unknown, expected: Expected): string {
  return `${at}: ${rule} is ${show(seen)} in the schema, but ${show(wanted)} by ${authority(expected, rule)}`;
}

/** Returns the source of a rule: the contract, or a section of the companion. */
function authority(expected: Expected, rule: string): string {
  return expected.sources?.[rule] ?? expected.addedBy ?? "the contract";
}

function show(value: unknown): string {
  return value === undefined ? "none" : typeof value === "string" ? `"${value}"` : JSON.stringify(value);
}
