import { isUnknownText, secretSignature, signatureKey } from "../../pulumi/formats/markers.ts";

export { isUnknownText as isUnknown };

/** A secret in an event, a plan or a state. */
export function isSecret(value: unknown): value is Record<string, unknown> {
  return isObject(value) && (value[signatureKey] === secretSignature || value[signatureKey] === `[secret]`);
}

/** The text of a secret of a plan or state with `--show-secrets`, or of a gRPC log: JSON of the value. */
export function plaintextOf(secret: Record<string, unknown>): string | undefined {
  if ("value" in secret) return JSON.stringify(secret.value);
  return typeof secret.plaintext === "string" ? secret.plaintext : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A copy in which each leaf that `turn` answers is replaced; undefined leaves a value as it is. */
export function mapValues(value: unknown, turn: (value: unknown) => unknown): unknown {
  const turned = turn(value);
  if (turned !== undefined) return turned;
  if (Array.isArray(value)) return value.map((one) => mapValues(one, turn));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapValues(one, turn)]));
}

/** Whether something within a value is not known yet. */
export function holdsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return isObject(value) ? Object.values(value).some(holdsUnknown) : isUnknownText(value);
}

/** Whether something within a value is a secret. */
export function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}
