import { isDeepStrictEqual } from "node:util";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { partsOf } from "../../values/json-pointer.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { type Hidden, splitHidden } from "./hidden-properties.ts";
import { bareValue, isMarked, marked, withMarks } from "./markers.ts";

/** A resource as recovered from its outputs in state. */
export interface Stored {
  hidden: Hidden;
  declared: Properties;
  state: Properties;
}

/** The values from which outputs in state are written. */
interface Storable {
  inputs: Properties;
  state: Properties;
  /** JSON pointers of the secret outputs. */
  secretPaths: readonly string[];
  /** Where the object is. */
  origin?: object | undefined;
  writeOnlyKey?: string | undefined;
}

type Names = readonly string[];

/** Which outputs a kind of resource packs. */
interface Packing {
  readonly packed?: Names | undefined;
  /** Outputs that contain earlier values of an input. */
  readonly earlierInputs?: Readonly<Record<string, string>> | undefined;
}

/**
 * The outputs that both providers write to state, so that a resource can move from one to the other. An operation of a dynamic
 * provider only gets the outputs, so they also contain declared values that differ from the live ones. Large inputs, which state
 * already has in clear, are added in packed form.
 */
export class OutputFormat {
  readonly #names: Names;
  readonly #packed: Names;
  readonly #earlier: Names;

  /** @param names Names of the inputs. */
  constructor(names: Names, { packed = [], earlierInputs = {} }: Packing) {
    this.#names = names;
    this.#packed = packed;
    // They may contain secrets that the program no longer has, so nothing else shows which parts are secret.
    this.#earlier = Object.keys(earlierInputs);
  }

  /** Returns outputs to store, with the marks of the state. */
  write({ inputs, state, secretPaths, origin, writeOnlyKey }: Storable, { __urn, __secrets }: Hidden): Properties {
    const outputs = withMarks(state, secretPaths);
    const declared = this.#declaredBeside(inputs, state);
    // The engine knows secrets by the names of inputs, so the whole value is one; names of omitted inputs are not secret.
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

  /**
   * The inverse of {@link write}, from bare outputs. `inputs`: the engine's own copy of the declared inputs, if a request has it.
   */
  read(outputs: Properties, inputs: Properties = {}): Stored {
    const { hidden, own } = splitHidden(outputs);
    const packed = typeof hidden.__packed === "string" ? unpacked(hidden.__packed) : {};
    const state = { ...own, ...packed };
    const beside = { ...(hidden.__declared as Properties | undefined) };
    const declared: Properties = {};
    const isKnown = Object.keys(inputs).length > 0;
    for (const name of this.#names) {
      // After an update that failed halfway, the engine's own copy of the inputs is from before the update.
      const value =
        name in packed ? packed[name] : isKnown ? inputs[name] : name in beside ? beside[name] : state[name];
      if (value !== undefined && value !== null) declared[name] = value;
    }
    return { hidden, declared, state };
  }

  /** Declared values that differ from the output of the same name; null if omitted. */
  #declaredBeside(inputs: Properties, state: Properties): Properties {
    const given = plain(inputs);
    const declared: Properties = {};
    // The packed copy already contains what was declared of a packed input.
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
      // The platform's value for a secret may differ from the program's, so its marks are not enough.
      this.#isSecretInput(secrets) ||
      this.#earlier.some((name) => values[name] !== undefined);
    return { ...others, __packed: isSecret ? marked(text) : text };
  }

  /** Whether the program marks a packed input, or a part of one, as secret; an empty pointer stands for all inputs. */
  #isSecretInput(secrets: unknown): boolean {
    if (!Array.isArray(secrets)) return false;
    return secrets.some((pointer) => pointer === "" || this.#packed.includes(partsOf(String(pointer))[0] ?? ""));
  }
}

/** The hidden property with the key of values that are never stored, for inputs or outputs. */
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
