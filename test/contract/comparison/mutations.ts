import type { Expected } from "../companion/apply.ts";
import { type Direction, isUnstated, kindsOf } from "./compare.ts";

/** One change of an expected rule: the place, and functions that apply and revert the change. */
export interface Mutation {
  at: string;
  apply(): void;
  revert(): void;
}

/** Yields a change for every rule of a field and of all fields below it. */
export function* mutations(field: Expected, at: string, direction: Direction): Generator<Mutation> {
  if (isUnstated(field)) return;
  yield* rules(field, at, direction);
  const below = `${at}${kindsOf(field).includes("map") ? "{}" : "[]"}`;
  if (field.of !== undefined) yield* mutations(field.of, below, direction);
  if (field.keys !== undefined) yield* rules(field.keys, `${at}<key>`, direction);
  if (field.fields === undefined || field.open) return;
  yield change(field, "fields", { ...field.fields, field_of_no_schema: { type: "string" } }, `${at}: one field more`);
  for (const [name, below] of Object.entries(field.fields)) {
    const { [name]: left, ...rest } = field.fields;
    if (left !== undefined) yield change(field, "fields", rest, `${at}.${name}: the field is not there`);
    yield* mutations(below, `${at}.${name}`, direction);
  }
}

function* rules(field: Expected, at: string, direction: Direction): Generator<Mutation> {
  const { min, max, values } = field;
  // A response may have null for any field that the contract does not require.
  const nullMatters = direction === "request" || field.required;
  const otherType = kindsOf(field).includes("boolean") ? "string" : "boolean";
  yield change(field, "type", otherType, `${at}: type ${otherType}`);
  yield change(field, "required", !field.required, `${at}: required turned`);
  if (nullMatters) yield change(field, "nullable", !field.nullable, `${at}: nullable turned`);
  yield change(field, "default", field.default === undefined ? "no" : undefined, `${at}: default turned`);
  yield change(field, "min", min === undefined ? 7 : min + 1, `${at}: min raised`);
  yield change(field, "max", max === undefined ? 7 : max / 2, `${at}: max lowered`);
  if (min !== undefined) yield change(field, "min", undefined, `${at}: min lifted`);
  if (max !== undefined) yield change(field, "max", undefined, `${at}: max lifted`);
  if (field.form === undefined) yield change(field, "pattern", `${field.pattern}.`, `${at}: pattern changed`);
  yield change(field, "values", [...(values ?? []), "one more"], `${at}: a value more`);
  for (const value of values ?? []) {
    const fewer = values?.filter((one) => one !== value);
    yield change(field, "values", fewer, `${at}: value ${value} is not there`);
  }
}

function change<Rule extends keyof Expected>(field: Expected, rule: Rule, value: Expected[Rule], at: string): Mutation {
  const before = field[rule];
  const apply = () => {
    field[rule] = value;
  };
  const revert = () => {
    field[rule] = before;
  };
  return { at, apply, revert };
}
