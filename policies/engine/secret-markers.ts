import { isUnknownText, secretSignature, signatureKey } from "@cloudplatform/pulumi/formats";
import { isStandIn } from "@cloudplatform/pulumi/values";
import deserialize from "@pulumi/policy/deserialize.js";
import { keepSecret } from "./secret-texts.ts";

/** Properties as received, with the markers of secrets. */
interface Wire {
  toJavaScript(): unknown;
}

/** Properties with the markers of secrets. Converted once, because rules ask for them value by value. */
const markedOf = new WeakMap<object, unknown>();
const propertiesOf = new WeakMap<object, Record<string, unknown>>();

/**
 * `@pulumi/policy` deserializes the same message for each policy and drops the markers of secrets. This wraps its deserializer,
 * so that each message is read once and rules can ask for the markers. If the library has changed and has nothing to wrap,
 * policies work as before, and `isSecret` returns undefined.
 */
export function preserveSecretMarkers(): boolean {
  const library = deserialize as unknown as Record<string, unknown>;
  const original = library.deserializeProperties;
  if (typeof original !== "function") return false;
  library.deserializeProperties = (message: Wire, keepSecrets: boolean): Record<string, unknown> => {
    if (keepSecrets) return original(message, keepSecrets);
    const known = propertiesOf.get(message);
    if (known !== undefined) return known;
    const properties: Record<string, unknown> = original(message, keepSecrets);
    propertiesOf.set(message, properties);
    const marked = message.toJavaScript();
    markedOf.set(properties, marked);
    keepSecretsIn(marked);
    return properties;
  };
  return true;
}

/** The plain properties, without the proxies that throw on unknown values and preserve secrets. */
export function withoutProxy(properties: Record<string, unknown>): Record<string, unknown> {
  const target: unknown = properties.__isSpecialProxy === true ? properties.__getSpecialProxyTarget : undefined;
  // A remediation gets two nested proxies.
  return typeof target === "object" && target !== null ? withoutProxy(target as Record<string, unknown>) : properties;
}

/** Whether a value of a resource is a secret. Undefined if that is not known. */
export function isSecretIn(properties: Record<string, unknown>, path: readonly string[]): boolean | undefined {
  if (!markedOf.has(properties)) return undefined;
  let current = markedOf.get(properties);
  for (const part of path) {
    if (isMarked(current)) return true;
    // Whether a value below an unknown one is a secret is not known yet.
    if (isUnknownText(current)) return undefined;
    if (current === null || typeof current !== "object") return false;
    current = Reflect.get(current, part);
  }
  // "[secret]" is in state files whose secrets could not be decrypted (pulumi policy analyze --help). With `writeOnly`, the state
  // does not contain the value at all.
  return isMarked(current) || current === "[secret]" || isStandIn(current);
}

/** Records the texts of all secret values. */
function keepSecretsIn(value: unknown): void {
  if (value === null || typeof value !== "object") return;
  if (isMarked(value)) keepSecret(Reflect.get(value, "value"));
  else for (const below of Object.values(value)) keepSecretsIn(below);
}

function isMarked(value: unknown): boolean {
  return value !== null && typeof value === "object" && Reflect.get(value, signatureKey) === secretSignature;
}
