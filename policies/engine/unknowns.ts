import { isUnknownText, secretSignature, signatureKey } from "@cloudplatform/pulumi/formats";

/** Stands for a value that a preview does not know yet. */
export const unknown: unique symbol = Symbol("not known yet");

/**
 * Replaces the engine's placeholders for unknown values by the symbol. The ciphertext of a secret in state counts as unknown,
 * because it cannot be compared.
 */
export function withUnknowns(value: unknown): unknown {
  if (isUnknownText(value)) return unknown;
  if (Array.isArray(value)) return value.map(withUnknowns);
  if (value === null || typeof value !== "object") return value;
  if (Reflect.get(value, signatureKey) === secretSignature && "ciphertext" in value) return unknown;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, withUnknowns(element)]));
}
