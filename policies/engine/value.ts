import { camel, pathText, unknownValue } from "@cloudplatform/pulumi/schema";
import { unknown } from "./unknowns.ts";

/** Called with the path of every value that a rule reads and that is not known yet. */
export type OnUnknown = (path: string) => void;

/**
 * A value in a resource's properties, by its path. Rules read through it: a missing value reads as undefined, and so does an unknown
 * one, which is recorded. So a rule decides from known values, and every unknown value that it reads is reported.
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
    const value = this.known();
    // What is below an unknown value is unknown too, and recorded already.
    if (this.isUnknown()) return new Value(unknown, () => undefined, [...this.#path, name]);
    if (value === null || typeof value !== "object") return this.#below(undefined, name);
    const key = name in value ? name : (Object.keys(value).find((other) => camel(other) === name) ?? name);
    return this.#below(Reflect.get(value, key), key);
  }

  /** Elements of a list; none when it is missing. */
  elements(): Value[] {
    const value = this.known();
    return Array.isArray(value) ? value.map((element, index) => this.#below(element, index)) : [];
  }

  /** Entries of a map, of a resource without the provider's own (`__declared`), which declare nothing; none when it is missing. */
  entries(): [string, Value][] {
    const value = this.known();
    if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
    const isResource = this.#path.length === 0;
    const own = Object.entries(value).filter(([key]) => !isResource || !key.startsWith("__"));
    return own.map(([key, element]) => [key, this.#below(element, key)]);
  }

  text(): string | undefined {
    const value = this.known();
    return typeof value === "string" ? value : undefined;
  }

  number(): number | undefined {
    const value = this.known();
    return typeof value === "number" ? value : undefined;
  }

  boolean(): boolean | undefined {
    const value = this.known();
    return typeof value === "boolean" ? value : undefined;
  }

  /** Whether there is a value, known or not. */
  isGiven(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  /** Whether the value is not known yet. This records nothing. */
  isUnknown(): boolean {
    return this.#value === unknown;
  }

  /** Whether the value, or one below it, is not known yet; that is recorded. */
  holdsUnknown(): boolean {
    if (this.known() === undefined) return this.isUnknown();
    const below = [...this.elements(), ...this.entries().map(([, value]) => value)];
    return below.filter((value) => value.holdsUnknown()).length > 0;
  }

  /** The value, or undefined when it is not known yet. */
  known(): unknown {
    if (this.#value !== unknown) return this.#value;
    this.#onUnknown(this.path);
    return undefined;
  }

  /** The value as the provider gets it in a preview, with its mark for what is not known yet. This records nothing. */
  previewed(): unknown {
    return marked(this.#value);
  }

  #below(value: unknown, part: PropertyKey): Value {
    return new Value(value, this.#onUnknown, [...this.#path, part]);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function marked(value: unknown): unknown {
  if (value === unknown) return unknownValue;
  if (Array.isArray(value)) return value.map(marked);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, marked(element)]));
}
