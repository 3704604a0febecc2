import { camel, pathText, unknownValue } from "@cloudplatform/pulumi/schema";
import { unknown } from "./unknowns.ts";

/** Called with the path of every unknown value that a rule reads. */
export type OnUnknown = (path: string) => void;

/**
 * A value in a resource's properties, with its path. Rules read through it. A missing value reads as undefined, and so does an
 * unknown value, which is also recorded. A rule therefore decides by known values only, and every unknown value that it reads is
 * reported.
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

  /** A field by its name in the user's spelling. Falls back to the platform's spelling. */
  get(name: string): Value {
    const value = this.known();
    // Everything below an unknown value is unknown as well, and has already been recorded.
    if (this.isUnknown()) return new Value(unknown, () => undefined, [...this.#path, name]);
    if (value === null || typeof value !== "object") return this.#below(undefined, name);
    const key = name in value ? name : (Object.keys(value).find((other) => camel(other) === name) ?? name);
    return this.#below(Reflect.get(value, key), key);
  }

  /** Elements of a list; empty if the list is missing. */
  elements(): Value[] {
    const value = this.known();
    return Array.isArray(value) ? value.map((element, index) => this.#below(element, index)) : [];
  }

  /**
   * Entries of a map; empty if the map is missing. At the top of a resource, the provider's own entries (`__declared`) are left
   * out: they declare nothing.
   */
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

  /** Whether the value is not known yet. Records nothing. */
  isUnknown(): boolean {
    return this.#value === unknown;
  }

  /** Whether the value, or a value within it, is not known yet. Records unknown values. */
  holdsUnknown(): boolean {
    if (this.known() === undefined) return this.isUnknown();
    const below = [...this.elements(), ...this.entries().map(([, value]) => value)];
    return below.filter((value) => value.holdsUnknown()).length > 0;
  }

  /** The value, or undefined if it is not known yet. */
  known(): unknown {
    if (this.#value !== unknown) return this.#value;
    this.#onUnknown(this.path);
    return undefined;
  }

  /** The value as the provider gets it in a preview, with the provider's marker for unknown values. Records nothing. */
  previewed(): unknown {
    return marked(this.#value);
  }

  #below(value: unknown, part: PropertyKey): Value {
    return new Value(value, this.#onUnknown, [...this.#path, part]);
  }
}

/** A property of a value; undefined if the value has no properties. */
export function propertyOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
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
