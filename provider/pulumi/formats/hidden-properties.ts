import { isDeepStrictEqual } from "node:util";
import { plain, setField } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";

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
  /**
   * Input of the native provider: id of an object that was imported and read without the program. The inputs beside it are the
   * platform's; the next `up` writes those of the program.
   */
  __imported?: unknown;
  /** Name of the explicit provider that serves the resource; only the check gets it. */
  __servedBy?: unknown;
  /** Paths of the inputs that the program calls secret; absent: none. */
  __secrets?: unknown;
  /**
   * Output: what was declared where the output of the same name shows something else; null: it was left out. The engine
   * knows secrets by the names of inputs, so all of it is marked as one.
   */
  __declared?: unknown;
  /** Input `writeOnly`: the key of what stands for values that are never stored; a secret. */
  __writeOnly?: unknown;
  /** Output: platform and account that have the object. */
  __origin?: unknown;
  /** Output: large outputs, compressed. */
  __packed?: unknown;
}

/** Splits the properties of a request into hidden and own ones. */
export function splitHidden(properties: Properties): { hidden: Hidden; own: Properties } {
  const hidden: Properties = {};
  const own: Properties = {};
  // Of what every object has, a program may have written a property of its own: it is unknown, as any other.
  for (const [key, value] of Object.entries(properties))
    if (value !== undefined) setField(key.startsWith("__") && key !== "__proto__" ? hidden : own, key, value);
  return { hidden, own };
}

/** The key of values that are never stored, of hidden properties; the first that have one. */
export function writeOnlyKeyIn(...all: readonly Hidden[]): string | undefined {
  return all.map(({ __writeOnly }) => __writeOnly).find((key) => typeof key === "string");
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
