/**
 * How a fact of the contract is written down: the wire's type of a value and every rule on it.
 * What a fact leaves out, the contract leaves out: no bound, no default, not required, never null.
 */

export type Kind = "string" | "integer" | "number" | "boolean" | "object" | "array" | "map" | "unstated";

export interface Field {
  /** Several kinds where the contract lets a value have more than one. */
  type: Kind | readonly Kind[];
  required?: boolean;
  nullable?: boolean;
  /** Stands for a field that is left out. */
  default?: unknown;
  /** A default that depends on the time of the request, so that no schema can state it. */
  computedDefault?: string;
  /** Inclusive: of a number its value, of a text its length, of a list its elements. */
  min?: number;
  max?: number;
  /** The whole enumeration. */
  values?: readonly (string | number)[];
  /** Values are compared without case. */
  anyCase?: boolean;
  /** Values that the contract names of an enumeration that it does not close. */
  seen?: readonly (string | number)[];
  form?: Form;
  /** Element of a list, value of a map. */
  of?: Field;
  /** Key of a map. */
  keys?: Field;
  fields?: Fields;
  /** Of an object: what stands in it is not shown. */
  open?: boolean;
  /** Of an object: two fields that exclude each other; `needed`: one of them must be given. */
  apart?: { fields: readonly [string, string]; needed: boolean };
  /** A compliant value, where any text or number would not do. */
  sample?: unknown;
}

/** What a rule from outside the contract may say besides (see ../companion). */
export interface WiderField extends Field {
  /** Regular expression of a text. */
  pattern?: string;
  /** Of a list: each element only once. */
  unique?: boolean;
  /** Of a list: an element that must be in it. */
  includes?: string;
  /** Of a text: why it cannot be empty although it has no minimum. */
  neverEmpty?: string;
  /** Why not any text will do, where other fields decide. */
  narrowed?: string;
  /** Values of the fields beside it that leave it its whole range. */
  beside?: Record<string, unknown>;
  /** When a field that may otherwise be left out is needed. */
  requiredWhen?: string;
}

export type Fields = Record<string, Field>;

/** A form of text: some that have it, some that have not. */
export interface Form {
  says: string;
  good: readonly [string, ...string[]];
  bad: readonly string[];
}

export type Rules = Omit<Partial<Field>, "type" | "of" | "fields" | "keys">;

export const required = { required: true } as const;
export const nullable = { nullable: true } as const;

export const text = (rules: Rules = {}): Field => ({ type: "string", ...rules });
export const integer = (rules: Rules = {}): Field => ({ type: "integer", ...rules });
export const number = (rules: Rules = {}): Field => ({ type: "number", ...rules });
export const flag = (rules: Rules = {}): Field => ({ type: "boolean", ...rules });
export const list = (of: Field, rules: Rules = {}): Field => ({ type: "array", of, ...rules });
/** A map, with its keys or a sample of one. */
export const map = (keys: Field | string, of: Field, rules: Rules = {}): Field => ({
  type: "map",
  keys: typeof keys === "string" ? text({ sample: keys }) : keys,
  of,
  ...rules,
});
export const object = (fields: Fields, rules: Rules = {}): Field => ({ type: "object", fields, ...rules });
/** The contract does not say what the value is, or says that it is not shown. */
export const unstated = (rules: Rules = {}): Field => ({ type: "unstated", ...rules });

/** Several fields of one kind: `each(["a", "b"], text)`. */
export function each(names: readonly string[], kind: () => Field): Fields {
  return Object.fromEntries(names.map((name) => [name, kind()]));
}
