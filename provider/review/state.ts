import { z } from "zod";
import { hashOf } from "./canonical-json.ts";

const resource = z.looseObject({ urn: z.string(), type: z.string(), delete: z.boolean().optional() });

/** `pulumi stack export`. */
const exported = z.looseObject({
  deployment: z
    .looseObject({
      manifest: z.looseObject({ time: z.string().optional() }).optional(),
      resources: z.array(resource).nullish(),
      pending_operations: z.array(z.unknown()).nullish(),
    })
    .nullish(),
});

/** What identifies the state that a preview starts from. */
export interface StateIdentity {
  digest: string;
  resources: Record<string, string>;
  pending: number;
  updatedAt?: string;
}

/** Where and when a resource was written says nothing about the resource. */
const incidental = ["created", "modified", "sourcePosition", "stackTrace"];

/** Secrets stay encrypted in it: their ciphertexts change only when they do. */
export function stateIdentity(text: string): StateIdentity {
  const { deployment } = exported.parse(JSON.parse(text));
  const resources: Record<string, string> = {};
  for (const one of deployment?.resources ?? []) {
    const kept: Record<string, unknown> = { ...one };
    for (const name of incidental) delete kept[name];
    // The old object of a replacement that was interrupted has the URN of the new one.
    const key = one.delete === true ? `${one.urn} (to be deleted)` : one.urn;
    resources[key] = hashOf([resources[key], kept]).slice(7, 23);
  }
  const pending = deployment?.pending_operations ?? [];
  const updatedAt = deployment?.manifest?.time;
  return {
    digest: hashOf({ resources, pending }),
    resources,
    pending: pending.length,
    ...(updatedAt && { updatedAt }),
  };
}
