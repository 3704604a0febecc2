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
  /** A default that depends on the moment of the request, so that no schema can hold it. */
  computedDefault?: string;
  /** Inclusive: of a number its value, of a text its length, of a list its elements. */
  min?: number;
  max?: number;
  /** The whole enumeration. */
  values?: readonly (string | number)[];
  /** Values that the contract names of an enumeration that it does not close. */
  seen?: readonly (string | number)[];
  form?: Form;
  /** Element of a list, value of a map. */
  of?: Field;
  /** Of a map: a key as the contract means it. */
  key?: string;
  keyForm?: Form;
  fields?: Fields;
  /** Of an object: exactly one of these fields is given. */
  exactlyOne?: readonly [string, string];
  /** A compliant value, where any text or number would not do. */
  sample?: unknown;
}

export type Fields = Record<string, Field>;

/** A form of text: some that have it, some that have not. */
export interface Form {
  says: string;
  good: readonly [string, ...string[]];
  bad: readonly string[];
}

export type Rules = Omit<Partial<Field>, "type" | "of" | "fields">;

export const required = { required: true } as const;
export const nullable = { nullable: true } as const;

export const text = (rules: Rules = {}): Field => ({ type: "string", ...rules });
export const integer = (rules: Rules = {}): Field => ({ type: "integer", ...rules });
export const number = (rules: Rules = {}): Field => ({ type: "number", ...rules });
export const flag = (rules: Rules = {}): Field => ({ type: "boolean", ...rules });
export const list = (of: Field, rules: Rules = {}): Field => ({ type: "array", of, ...rules });
export const map = (of: Field, rules: Rules = {}): Field => ({ type: "map", of, ...rules });
export const object = (fields: Fields, rules: Rules = {}): Field => ({ type: "object", fields, ...rules });
/** The contract does not say what the value is, or says that it is not shown. */
export const unstated = (rules: Rules = {}): Field => ({ type: "unstated", ...rules });

/** Several fields of one kind: `each(["a", "b"], text)`. */
export function each(names: readonly string[], kind: () => Field): Fields {
  return Object.fromEntries(names.map((name) => [name, kind()]));
}
