import { camel, pathText } from "@cloudplatform/pulumi/schema";
import { unknown } from "./unknowns.ts";

/** Is told of every value that a rule wanted to see and that is not known yet. */
export type OnUnknown = (path: string) => void;

/**
 * A place in a resource's properties. Rules read through it: what is not there reads as undefined, and so does what is
 * not known yet, which is noted. So a rule decides from what is known, and nothing that it could not see is forgotten.
 */
export class Value {
  readonly #value: unknown;
  readonly #path: readonly PropertyKey[];
  readonly #onUnknown: OnUnknown;

  constructor(value: unknown, onUnknown: OnUnknown, path: readonly PropertyKey[] = []) {
    this.#value = value;
    this.#path = path;
    this.#onUnknown = onUnknown;
  }

  /** `pools[0].flavorId`. */
  get path(): string {
    return pathText(this.#path);
  }

  /** A field by its name in the user's spelling; the platform's own spelling is found too. */
  get(name: string): Value {
    const held = this.known();
    // What is below something that is not known is not known either; it has been noted above.
    if (this.isUnknown()) return new Value(unknown, () => undefined, [...this.#path, name]);
    if (held === null || typeof held !== "object") return this.#below(undefined, name);
    const key = name in held ? name : (Object.keys(held).find((other) => camel(other) === name) ?? name);
    return this.#below(Reflect.get(held, key), key);
  }

  /** Elements of a list; none when it is not there. */
  elements(): Value[] {
    const held = this.known();
    return Array.isArray(held) ? held.map((element, index) => this.#below(element, index)) : [];
  }

  /** Entries of a map; none when it is not there. */
  entries(): [string, Value][] {
    const held = this.known();
    if (held === null || typeof held !== "object" || Array.isArray(held)) return [];
    return Object.entries(held).map(([key, element]) => [key, this.#below(element, key)]);
  }

  text(): string | undefined {
    const held = this.known();
    return typeof held === "string" ? held : undefined;
  }

  number(): number | undefined {
    const held = this.known();
    return typeof held === "number" ? held : undefined;
  }

  boolean(): boolean | undefined {
    const held = this.known();
    return typeof held === "boolean" ? held : undefined;
  }

  /** Whether something stands here, known or not. */
  isGiven(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  /** Whether a value stands here that is not known yet. Asking notes nothing. */
  isUnknown(): boolean {
    return this.#value === unknown;
  }

  /** Whether it is not known yet, or something below it is not; that is noted. */
  holdsUnknown(): boolean {
    if (this.known() === undefined) return this.isUnknown();
    const below = [...this.elements(), ...this.entries().map(([, value]) => value)];
    return below.filter((value) => value.holdsUnknown()).length > 0;
  }

  /** What stands here, or undefined when it is not known yet. */
  known(): unknown {
    if (this.#value !== unknown) return this.#value;
    this.#onUnknown(this.path);
    return undefined;
  }

  #below(value: unknown, part: PropertyKey): Value {
    return new Value(value, this.#onUnknown, [...this.#path, part]);
  }
}
