import { canonicalJson } from "../../values/canonical-json.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnknownText } from "../../values/unknown.ts";
import { signatureKey } from "./markers.ts";

/**
 * Inputs that identify an object, whatever else changes: if a declaration leaves a program while another with the same values
 * enters it, the object was renamed. `each`: the input with the object's parts, if these have the identifying inputs.
 */
export interface Identity {
  readonly each?: string;
  /** The platform refuses a second object with the same values. */
  readonly isUnique?: boolean;
  readonly inputs: readonly string[];
}

/** Whether two declarations are of the same object. If the object consists of parts, at least half of them must be the same. */
export function isSameObject(identity: Identity, one: Properties, other: Properties): boolean {
  const [keys, others] = [keysOf(identity, one), keysOf(identity, other)];
  const common = [...keys].filter((key) => others.has(key)).length;
  return common > 0 && 2 * common >= Math.max(keys.size, others.size);
}

/** Whether a live object may be the declared one: what identifies them matches, or nothing that identifies the declared one is known. */
export function mayBeObject(identity: Identity, declared: Properties, live: Properties): boolean {
  return keysOf(identity, declared).size === 0 || isSameObject(identity, declared, live);
}

function keysOf({ each, inputs: names }: Identity, inputs: Properties): Set<string> {
  const parts = each === undefined ? [inputs] : Object.values(recordOf(inputs[each])).map(recordOf);
  return new Set(parts.flatMap((one) => keyOf(names.map((name) => one[name]))));
}

/** An unknown value may be anything. */
function keyOf(values: readonly unknown[]): string[] {
  return values.every((one) => one === undefined) || !values.every(isPlain) ? [] : [canonicalJson(values)];
}

/** Whether a value is completely known and contains no secret. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "symbol" && !isUnknownText(value);
  return !(signatureKey in value) && Object.values(value).every(isPlain);
}

function recordOf(value: unknown): Properties {
  return value !== null && typeof value === "object" ? (value as Properties) : {};
}
