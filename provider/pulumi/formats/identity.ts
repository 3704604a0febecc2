import { canonicalJson } from "../../values/canonical-json.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnknownText } from "../../values/unknown.ts";
import { signatureKey } from "./markers.ts";

/**
 * Inputs that two declarations of one object share, whatever else changes: one that leaves a program while another with the same
 * enters it was renamed. `each`: it is made of parts, which have them.
 */
export interface Identity {
  readonly each?: string;
  readonly inputs: readonly string[];
}

/** Whether two declarations are of one object: where it is made of parts, most of them are the same. */
export function isSameObject(identity: Identity, one: Properties, other: Properties): boolean {
  const [keys, others] = [keysOf(identity, one), keysOf(identity, other)];
  const common = [...keys].filter((key) => others.has(key)).length;
  return common > 0 && 2 * common >= Math.max(keys.size, others.size);
}

/** Whether a live object may be the one that was declared: most of what identifies it is the same, or nothing of it is known. */
export function mayBeObject(identity: Identity, declared: Properties, live: Properties): boolean {
  return keysOf(identity, declared).size === 0 || isSameObject(identity, declared, live);
}

function keysOf({ each, inputs: names }: Identity, inputs: Properties): Set<string> {
  const parts = each === undefined ? [inputs] : Object.values(recordOf(inputs[each])).map(recordOf);
  return new Set(parts.flatMap((one) => keyOf(names.map((name) => one[name]))));
}

/** What is not known may be anything. */
function keyOf(values: readonly unknown[]): string[] {
  return values.every((one) => one === undefined) || !values.every(isPlain) ? [] : [canonicalJson(values)];
}

/** Whether all of a value is known and no secret. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "symbol" && !isUnknownText(value);
  return !(signatureKey in value) && Object.values(value).every(isPlain);
}

function recordOf(value: unknown): Properties {
  return value !== null && typeof value === "object" ? (value as Properties) : {};
}
