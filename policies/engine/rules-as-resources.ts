import { partName, partUrn, resourcesWithParts } from "@cloudplatform/pulumi/registry";
import type { PlatformResource } from "./resource.ts";
import { unknown } from "./unknowns.ts";
import { propertyOf } from "./value.ts";

/** Cache: every policy gets the same resources, and their objects are built once. */
const known = new WeakMap<PlatformResource, PlatformResource[]>();

/**
 * A resource and its objects, each as a resource of its own: rules evaluate a rule of a set like a rule template, and no rule
 * needs to know about sets.
 */
export function withParts(resource: PlatformResource): readonly PlatformResource[] {
  const made = known.get(resource) ?? [resource, ...partsOf(resource)];
  known.set(resource, made);
  return made;
}

function partsOf(resource: PlatformResource): PlatformResource[] {
  const parts = resourcesWithParts[resource.kind];
  if (parts === undefined) return [];
  const { kind, inputs, order } = parts;
  const declared = propertyOf(resource.properties, inputs);
  const part = (key: string | undefined, properties: unknown): PlatformResource => {
    const path = key === undefined ? [inputs] : [inputs, key];
    return {
      kind,
      urn: partUrn(resource.urn, key ?? ""),
      name: key === undefined ? resource.name : partName(resource.name, key),
      part: { urn: resource.urn, key, path },
      protect: resource.protect,
      retainOnDelete: resource.retainOnDelete,
      aliases: resource.aliases.map((urn) => partUrn(urn, key ?? "")),
      properties,
      platform: resource.platform,
      // Whether a value below an unknown one is a secret is not known yet, unless the whole unknown value is a secret.
      isSecret: (below) =>
        key === undefined ? resource.isSecret(path) || undefined : resource.isSecret([...path, ...below]),
    };
  };
  if (declared === unknown) return [part(undefined, unknown)];
  // Their weights follow from their order.
  const isOrdered = propertyOf(resource.properties, order) === unknown;
  return entriesOf(declared).map(([key, one]) =>
    part(key, isOrdered && one !== unknown ? { ...(one as object), weight: unknown } : one),
  );
}

/** Objects by key, or in a program's order. Values of another type are dropped; they fail the provider's check. */
function entriesOf(declared: unknown): [string, unknown][] {
  if (declared === null || typeof declared !== "object") return [];
  const entries: [string, unknown][] = Array.isArray(declared) ? declared.map(keyed) : Object.entries(declared);
  return entries.filter(([, one]) => one === unknown || (one !== null && typeof one === "object"));
}

function keyed(element: unknown): [string, unknown] {
  if (element === null || typeof element !== "object") return ["", undefined];
  const { key, ...one } = element as { key?: unknown };
  return [String(key), one];
}
