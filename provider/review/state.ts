import { parseState } from "../engine/exported-state.ts";
import { hashOf } from "./hashes.ts";

/** What identifies the state that a preview starts from. */
export interface StateIdentity {
  digest: string;
  resources: Record<string, string>;
  pending: number;
  updatedAt?: string;
}

/**
 * Where and when a resource was written says nothing about the resource. Dependencies by property are dropped by a refresh,
 * also by that of an update that was refused; what follows from them is in the plan.
 */
const incidental = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];

/** Secrets stay encrypted in it: their ciphertexts change only when they do. */
export function stateIdentity(text: string): StateIdentity {
  const { resources: all, pending_operations: pending, manifest } = parseState(text);
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
  };
}
