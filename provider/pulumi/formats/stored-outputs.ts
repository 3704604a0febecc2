import { isDeepStrictEqual } from "node:util";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { partsOf } from "../../values/json-pointer.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { type Hidden, splitHidden } from "./hidden-properties.ts";
import { bareValue, isMarked, marked, withMarks } from "./markers.ts";

/** A resource as its outputs in state have it. */
export interface Stored {
  hidden: Hidden;
  declared: Properties;
  state: Properties;
}

/** What outputs in state are written from. */
export interface Storable {
  inputs: Properties;
  state: Properties;
  /** JSON pointers of the outputs that are secret. */
  secretPaths: readonly string[];
  /** Where the object is. */
  origin?: object | undefined;
  writeOnlyKey?: string | undefined;
}

type Names = readonly string[];

/** Of a kind of resource: what its outputs have in packed form. */
export interface Packing {
  readonly packed?: Names | undefined;
  /** Outputs that have earlier values of an input. */
  readonly earlierInputs?: Readonly<Record<string, string>> | undefined;
}

/**
 * The outputs that both providers write to state, so that a resource can move from one to the other. An operation of a dynamic
 * provider is given the outputs only: what was declared where an output shows something else is in them, too, and large inputs,
 * which state has in clear already, are there in packed form.
 */
export class OutputFormat {
  readonly #names: Names;
  readonly #packed: Names;
  readonly #earlier: Names;

  /** @param names Names of the inputs. */
  constructor(names: Names, { packed = [], earlierInputs = {} }: Packing) {
    this.#names = names;
    this.#packed = packed;
    // They may hold secrets that the program does not have any more, so that nothing else says what of them is secret.
    this.#earlier = Object.keys(earlierInputs);
  }

  /** Outputs for the state. Their marks are those of the state. */
  write({ inputs, state, secretPaths, origin, writeOnlyKey }: Storable, { __urn, __secrets }: Hidden): Properties {
    const outputs = withMarks(state, secretPaths);
    const declared = this.#declaredBeside(inputs, state);
    // The engine knows secrets by the names of inputs, so all of it is one; names that were left out are no secret.
    const isSecret = Object.values(declared).some((value) => value !== null);
    return {
      ...(this.#packed.length === 0 ? outputs : this.#pack(outputs, __secrets)),
      ...(Object.keys(declared).length > 0 && { __declared: isSecret ? marked(declared) : declared }),
      ...(__urn !== undefined && { __urn }),
      ...(__secrets !== undefined && { __secrets }),
      ...(origin !== undefined && { __origin: { ...origin } }),
      ...writeOnlyInput(writeOnlyKey),
    };
  }

  /** The inverse, from bare outputs. `inputs`: the engine's own copy of what was declared, where a request has it. */
  read(outputs: Properties, inputs: Properties = {}): Stored {
    const { hidden, own } = splitHidden(outputs);
    const packed = typeof hidden.__packed === "string" ? unpacked(hidden.__packed) : {};
    const state = { ...own, ...packed };
    const beside = { ...(hidden.__declared as Properties | undefined) };
    const declared: Properties = {};
    const isKnown = Object.keys(inputs).length > 0;
    for (const name of this.#names) {
      // After an update that failed half-way the engine's own copy of the inputs is the one from before.
      const value =
        name in packed ? packed[name] : isKnown ? inputs[name] : name in beside ? beside[name] : state[name];
      if (value !== undefined && value !== null) declared[name] = value;
    }
    return { hidden, declared, state };
  }

  /** What was declared where the output of the same name shows something else; null: it was left out. */
  #declaredBeside(inputs: Properties, state: Properties): Properties {
    const given = plain(inputs);
    const declared: Properties = {};
    // What was declared of a packed one is in the packed copy.
    for (const name of this.#names)
      if (!this.#packed.includes(name) && !isDeepStrictEqual(given[name], state[name]))
        declared[name] = given[name] === undefined ? null : given[name];
    return declared;
  }

  #pack(outputs: Properties, secrets: unknown): Properties {
    const values = Object.fromEntries(
      Object.entries(outputs).filter(([name, value]) => this.#packed.includes(name) && value !== null),
    );
    const others = Object.fromEntries(Object.entries(outputs).filter(([name]) => !this.#packed.includes(name)));
    const text = deflateRawSync(JSON.stringify(bareValue(values))).toString("base64");
    const isSecret =
      holdsMarked(values) ||
      // What the platform has where the program has a secret may be another text than the program's.
      this.#isSecretInput(secrets) ||
      this.#earlier.some((name) => values[name] !== undefined);
    return { ...others, __packed: isSecret ? marked(text) : text };
  }

  /** Whether the program calls something secret in an input that is packed; an empty pointer is all of them. */
  #isSecretInput(secrets: unknown): boolean {
    if (!Array.isArray(secrets)) return false;
    return secrets.some((pointer) => pointer === "" || this.#packed.includes(partsOf(String(pointer))[0] ?? ""));
  }
}

/** The key of values that are never stored, among inputs or outputs. */
export function writeOnlyInput(key: string | undefined): Hidden {
  return key === undefined ? {} : { __writeOnly: marked(key) };
}

function unpacked(text: string): Properties {
  return JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));
}

function holdsMarked(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return isMarked(value) || Object.values(value).some(holdsMarked);
}
