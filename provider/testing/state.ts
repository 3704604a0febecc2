import { secretSignature, signatureKey } from "../pulumi/formats/markers.ts";
import type { Deployment } from "../pulumi/formats/stack-export.ts";
import type { Properties } from "../values/properties.ts";

/** A resource in the state of a stack. Secret values have the engine's marks. */
export interface StoredResource {
  urn: string;
  type: string;
  name: string;
  parent: string;
  custom: boolean;
  id: string;
  inputs: Properties;
  outputs: Properties;
  /** `<URN>::<id>` of an explicit provider; empty for the default one. */
  provider: string;
  dependencies: readonly string[];
  protect: boolean;
  retainOnDelete: boolean;
  deletedWith: string;
  replacementTrigger: unknown;
  initErrors: readonly string[];
}

/** The resources of a stack, in the order of its program. */
export type State = readonly StoredResource[];

/** The output that `pulumi stack export` would print: secrets are encrypted. */
export function exportOf(state: Iterable<StoredResource>): Deployment {
  const resources = [...state].map(({ urn, type, custom, id, inputs, outputs, provider, parent, retainOnDelete }) => ({
    ...{ urn, type, custom, id, provider, parent, retainOnDelete },
    inputs: encrypted(inputs) as Properties,
    outputs: encrypted(outputs) as Properties,
  }));
  return { manifest: undefined, resources, pending_operations: [] };
}

/** A value as in a state file: marked values are not readable. */
function encrypted(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(encrypted);
  if (signatureKey in value) return { [signatureKey]: secretSignature, ciphertext: "…" };
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, encrypted(element)]));
}
