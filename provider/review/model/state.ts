import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { isSecret, mapValues, plaintextOf } from "./engine-values.ts";
import { hashOf, type SecretHasher } from "./hashes.ts";

/** What identifies the state that a preview starts from. */
export interface StateIdentity {
  digest: string;
  resources: Record<string, string>;
  pending: number;
  /** When the state was written last: each update spends the reviews of the state before it. */
  updatedAt?: string;
  /** The last update in the stack's history: a state that is imported again brings its time along, and not its history. */
  lastUpdate?: string;
}

/**
 * Where and when a resource was written says nothing about the resource. Dependencies by property are dropped by a refresh,
 * also by that of an update that was refused; what follows from them is in the plan.
 */
const incidental = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];

/** Secrets that the state has in clear count as keyed hashes; ciphertexts change only when their secrets do. */
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
    // The old object of a replacement that was interrupted has the URN of the new one.
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
