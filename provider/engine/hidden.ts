import { isDeepStrictEqual } from "node:util";
import type { Properties } from "./handler.ts";

/**
 * Hidden properties begin with `__`: policies never see them, and they never cause a change alone.
 */
export interface Hidden {
  /** Loader text. */
  __provider?: unknown;
  /** The resource's URN, for progress on its own line and for the record of an intent. */
  __urn?: unknown;
  /** What the `import` option says. */
  __adopt?: unknown;
  /** Paths of the inputs that the program calls secret; absent: none. */
  __secrets?: unknown;
  /**
   * Output: what was declared where the output of the same name shows something else; null: it was left out. The engine
   * knows secrets by the names of inputs, so all of it is marked as one.
   */
  __declared?: unknown;
  /** Output: large outputs, compressed. */
  __packed?: unknown;
}

/** Splits the properties of a request into hidden and own ones. */
export function splitHidden(properties: Properties): { hidden: Hidden; own: Properties } {
  const hidden: Properties = {};
  const own: Properties = {};
  for (const [key, value] of Object.entries(properties))
    if (value !== undefined) (key.startsWith("__") ? hidden : own)[key] = value;
  return { hidden, own };
}

/** Outputs of a resource: its state, and what later recovers the declared inputs. */
export function outputsOf(names: readonly string[], inputs: object, state: object, hidden: Hidden): Properties {
  const shown = plain(state);
  const given = plain(inputs);
  const declared: Properties = {};
  for (const name of names)
    if (!isDeepStrictEqual(given[name], shown[name])) declared[name] = given[name] === undefined ? null : given[name];
  const outputs = { ...shown };
  if (Object.keys(declared).length > 0) outputs.__declared = declared;
  if (hidden.__urn !== undefined) outputs.__urn = hidden.__urn;
  return outputs;
}

/** The inverse of {@link outputsOf}: what was declared, from outputs. */
export function declaredOf(names: readonly string[], outputs: Properties): Properties {
  const declared = (outputs.__declared ?? {}) as Properties;
  const inputs: Properties = {};
  for (const name of names) {
    const value = name in declared ? declared[name] : outputs[name];
    if (value !== undefined && value !== null) inputs[name] = value;
  }
  return inputs;
}

/**
 * A copy without `undefined`, which the engine's wire format cannot represent, and with large numbers as text. Every value of
 * every operation passes here: by `JSON` it took six times as long.
 */
export function plain(value: object): Properties {
  return plainValue(value) as Properties;
}

function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return String(value);
  // As JSON has it: no sign of zero, and null for what is no number.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plainValue);
  const copy: Properties = {};
  for (const name of Object.keys(value)) {
    const element = (value as Properties)[name];
    if (element !== undefined) setField(copy, name, plainValue(element));
  }
  return copy;
}

/** Sets a field, whatever its name is; many fields one by one are faster than `Object.fromEntries`. */
export function setField(fields: Properties, name: string, value: unknown): void {
  if (name !== "__proto__") fields[name] = value;
  else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}
