/**
 * Form of a fact of the contract: the type of a value on the wire, and every rule on the value.
 * A rule that a fact leaves out is not in the contract: no bound, no default, not required, never null.
 */

export type Kind = "string" | "integer" | "number" | "boolean" | "object" | "array" | "map" | "unstated";

export interface Field {
  /** Several kinds if the contract allows more than one. */
  type: Kind | readonly Kind[];
  required?: boolean;
  nullable?: boolean;
  /** Value of a field that is left out. */
  default?: unknown;
  /** A default that depends on the time of the request, which no schema can state. */
  computedDefault?: string;
  /** Inclusive minimum of a number's value, a text's length or a list's number of elements. */
  min?: number;
  max?: number;
  /** The whole enumeration. */
  values?: readonly (string | number)[];
  /** Values are compared without case. */
  anyCase?: boolean;
  /** Values that the contract names of an open enumeration. */
  seen?: readonly (string | number)[];
  form?: Form;
  /** Element of a list, value of a map. */
  of?: Field;
  /** Key of a map. */
  keys?: Field;
  fields?: Fields;
  /** Of an object: the contract does not show its fields. */
  open?: boolean;
  /** Of an object: two mutually exclusive fields. `needed`: one of them is required. */
  apart?: { fields: readonly [string, string]; needed: boolean };
  /** A compliant value, needed if not every text or number is valid. */
  sample?: unknown;
}

/** Further rules that a source outside the contract may state (see ../companion). */
export interface WiderField extends Field {
  /** Regular expression of a text. */
  pattern?: string;
  /** Of a list: elements are unique. */
  unique?: boolean;
  /** Of a list: a required element. */
  includes?: string;
  /** Of a text without a minimum length: the reason why it cannot be empty. */
  neverEmpty?: string;
  /** Why some texts are invalid although no rule of this field forbids them: other fields decide. */
  narrowed?: string;
  /** Values of sibling fields with which the field has its whole range. */
  beside?: Record<string, unknown>;
  /** The condition under which an otherwise optional field is required. */
  requiredWhen?: string;
}

export type Fields = Record<string, Field>;

/** A form of text, with texts that match it and texts that do not. */
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
/** Returns a map with the field of its keys, or with a sample key. */
export const map = (keys: Field | string, of: Field, rules: Rules = {}): Field => ({
  type: "map",
  keys: typeof keys === "string" ? text({ sample: keys }) : keys,
  of,
  ...rules,
});
export const object = (fields: Fields, rules: Rules = {}): Field => ({ type: "object", fields, ...rules });
/** Returns a field whose type the contract does not state or show. */
export const unstated = (rules: Rules = {}): Field => ({ type: "unstated", ...rules });

/** Returns several fields of one kind: `each(["a", "b"], text)`. */
export function each(names: readonly string[], kind: () => Field): Fields {
  return Object.fromEntries(names.map((name) => [name, kind()]));
}
