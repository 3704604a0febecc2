import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { hashOf, type SecretHasher } from "./digest.ts";
import { isSecret, mapValues, plaintextOf } from "./engine-values.ts";

/** Identifies the state that a preview starts from. */
interface StateIdentity {
  digest: string;
  resources: Record<string, string>;
  pending: number;
  /** When the state was last written. Each update spends the reviews of earlier states. */
  updatedAt?: string;
  /** The last update in the stack's history. An imported state restores its timestamp, but not the history. */
  lastUpdate?: string;
}

/**
 * Fields that say where and when a resource was written, not what it is. A refresh drops the property dependencies, even the
 * refresh of a refused update; their effects are in the plan.
 */
const incidental = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];

/** Plaintext secrets count as keyed hashes. A ciphertext changes only when its secret does. */
export function stateIdentity(
  state: Deployment,
  hasher: SecretHasher | undefined,
  lastUpdate?: string | undefined,
): StateIdentity {
  const { resources: all, pending_operations: pending, manifest } = withHashedSecrets(state, hasher);
  const resources: Record<string, string> = {};
  for (const one of all) {
    const kept: Record<string, unknown> = { ...one };
    for (const name of incidental) delete kept[name];
    // The old object of an interrupted replacement has the same URN as the new one.
    const key = one.delete === true ? `${one.urn} (to be deleted)` : one.urn;
    resources[key] = hashOf([resources[key], kept]).slice(7, 23);
  }
  const updatedAt = manifest?.time;
  return {
    digest: hashOf({ resources, pending }),
    resources,
    pending: pending.length,
    ...(updatedAt && { updatedAt }),
    ...(lastUpdate && { lastUpdate }),
  };
}

function withHashedSecrets(state: Deployment, hasher: SecretHasher | undefined): Deployment {
  return mapValues(state, (value) => {
    const text = isSecret(value) ? plaintextOf(value) : undefined;
    return text === undefined ? undefined : { secret: hasher?.hash(text) ?? "no key" };
  }) as Deployment;
}
