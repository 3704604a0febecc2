import { isUnknownText, secretSignature, signatureKey } from "../../pulumi/formats/markers.ts";

export { isUnknownText as isUnknown };

/** Whether a value of an event, a plan or a state is a secret. */
export function isSecret(value: unknown): value is Record<string, unknown> {
  return isObject(value) && (value[signatureKey] === secretSignature || value[signatureKey] === `[secret]`);
}

/** The plaintext of a secret as JSON, from a plan or state with `--show-secrets`, or from a gRPC log. */
export function plaintextOf(secret: Record<string, unknown>): string | undefined {
  if ("value" in secret) return JSON.stringify(secret.value);
  return typeof secret.plaintext === "string" ? secret.plaintext : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Copies a value, replacing each node for which `turn` returns a value. For undefined, it keeps the node and descends into it. */
export function mapValues(value: unknown, turn: (value: unknown) => unknown): unknown {
  const turned = turn(value);
  if (turned !== undefined) return turned;
  if (Array.isArray(value)) return value.map((one) => mapValues(one, turn));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapValues(one, turn)]));
}

/** Whether a value contains an unknown value. */
export function holdsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return isObject(value) ? Object.values(value).some(holdsUnknown) : isUnknownText(value);
}

/** Whether a value is or contains a secret. */
export function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}
