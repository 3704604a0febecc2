/** Stands for a value that a preview does not know yet. */
export const unknown: unique symbol = Symbol("not known yet");

/** How the engine sends such values to a policy pack, one text for each type (pulumi/pulumi, sdk/go/common/resource/plugin/rpc.go). */
const sentinels: ReadonlySet<unknown> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Whether a value as the engine sends it is not known yet; what is below it is not considered. */
export function isUnknownText(value: unknown): boolean {
  return sentinels.has(value);
}

/** How the engine marks a secret, on the wire and in state. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * A value with the engine's texts for "not known yet" replaced by the symbol. The ciphertext of a secret in state is not
 * known either: it cannot be compared.
 */
export function withUnknowns(value: unknown): unknown {
  if (sentinels.has(value)) return unknown;
  if (Array.isArray(value)) return value.map(withUnknowns);
  if (value === null || typeof value !== "object") return value;
  if (Reflect.get(value, signatureKey) === secretSignature && "ciphertext" in value) return unknown;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, withUnknowns(element)]));
}
