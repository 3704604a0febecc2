import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Origin } from "../../client/evidence/origin.ts";
import { plain, setField } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";

/**
 * Hidden properties begin with `__`: policies never see them, and they never cause a change alone.
 */
export interface Hidden {
  /** Loader text. */
  __provider?: unknown;
  /** The resource's URN, for progress on its own line and for its create record. */
  __urn?: unknown;
  /** Value of the `import` option. */
  __adopt?: unknown;
  /**
   * Input of the native provider: id of an object that was imported, and so read without the program. The inputs beside it are
   * the platform's; the next `up` writes the program's.
   */
  __imported?: unknown;
  /** Name of the explicit provider that serves the resource; only passed to check. */
  __servedBy?: unknown;
  /** Paths of the inputs that the program marks as secret; absent if there are none. */
  __secrets?: unknown;
  /**
   * Output: declared values that differ from the output of the same name; null if omitted. The engine knows secrets by the names
   * of inputs, so the whole value is marked as one.
   */
  __declared?: unknown;
  /** Input `writeOnly`: the key of the stand-ins for values that are never stored; a secret. */
  __writeOnly?: unknown;
  /** Output: platform and account of the object. */
  __origin?: unknown;
  /** Output: large outputs, compressed. */
  __packed?: unknown;
}

/** Splits the properties of a request into hidden properties and the resource's own. */
export function splitHidden(properties: Properties): { hidden: Hidden; own: Properties } {
  const hidden: Properties = {};
  const own: Properties = {};
  // `__proto__` is not hidden: if a program sets it, it is an unknown property like any other.
  for (const [key, value] of Object.entries(properties))
    if (value !== undefined) setField(key.startsWith("__") && key !== "__proto__" ? hidden : own, key, value);
  return { hidden, own };
}

/** Returns the first key of values that are never stored in some hidden properties. */
export function writeOnlyKeyIn(...all: readonly Hidden[]): string | undefined {
  return all.map(({ __writeOnly }) => __writeOnly).find((key) => typeof key === "string");
}

/** Returns a resource's outputs: its state, and what is needed to recover the declared inputs later. */
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

const origin = z.object({ platform: z.string(), client: z.int().optional(), writtenAt: z.number().optional() });

/** Where the object of a resource in state is; undefined if an earlier release wrote the state. */
export function originIn({ __origin }: Hidden): Origin | undefined {
  return origin.safeParse(__origin).data;
}
