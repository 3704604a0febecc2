/** How the engine marks a secret, and what it shows of it in events (pulumi/pulumi, sdk/go/common/resource/sig). */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Texts that stand for values that are known only during the update (pulumi/pulumi, sdk/go/common/resource/plugin/rpc.go). */
const unknowns: ReadonlySet<unknown> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

export function isUnknown(value: unknown): boolean {
  return unknowns.has(value);
}

/** A secret in an event, a plan or a state. */
export function isSecret(value: unknown): value is Record<string, unknown> {
  return isObject(value) && (value[signatureKey] === secretSignature || value[signatureKey] === `[secret]`);
}

/** The text of a secret of a plan that was saved with `--show-secrets`: JSON of the value. */
export function plaintextOf(secret: Record<string, unknown>): string | undefined {
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
  return isObject(value) ? Object.values(value).some(holdsUnknown) : isUnknown(value);
}

/** Whether something within a value is a secret. */
export function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}
