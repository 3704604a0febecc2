import type { Links, LinksOf, Reference } from "./links.ts";
import type { Named } from "./names.ts";
import type { SourceResource } from "./sources/source.ts";
import { withoutKeys } from "./sources/terraform-state.ts";

/** An object of the program, and its resource in the other tool's state. */
export interface Adopted {
  object: Named;
  source: SourceResource;
}

/**
 * References and dependencies between adopted objects. A state has no expressions. If a resource depends on another one, and a
 * value in its declaration equals an output of that resource, the value becomes a reference. Any other dependency becomes
 * `dependsOn`.
 */
export function linksOf(adopted: readonly Adopted[]): LinksOf {
  const byAddress = new Map<string, Adopted[]>();
  for (const one of adopted)
    for (const address of new Set([one.source.address, withoutKeys(one.source.address)]))
      byAddress.set(address, [...(byAddress.get(address) ?? []), one]);
  const targets = new Map(
    adopted.map((one) => {
      const all = new Set(one.source.dependencies.flatMap((address) => nearest(one, byAddress.get(address) ?? [])));
      all.delete(one);
      return [one, all] as const;
    }),
  );
  return new Map(adopted.map((one) => [one.object, linksOfOne(one, targets)] as const));
}

function linksOfOne(one: Adopted, targets: ReadonlyMap<Adopted, ReadonlySet<Adopted>>): Links {
  const all = [...(targets.get(one) ?? [])];
  // Terraform also lists transitive dependencies.
  const indirect = new Set(all.flatMap((target) => [...(targets.get(target) ?? [])]));
  const direct = all.filter((target) => !indirect.has(target));
  const references = referencesOf(one, direct, all);
  const referenced = new Set(references.map(({ target }) => target));
  const dependsOn = direct.filter(({ object }) => !referenced.has(object)).map(({ object }) => object);
  return { references, dependsOn };
}

/** Among the instances of a resource in several module instances, selects those that share the most of the object's module path. */
function nearest({ source }: Adopted, instances: readonly Adopted[]): Adopted[] {
  const shared = (other: Adopted) => {
    const end = other.source.path.findIndex((name, index) => name !== source.path[index]);
    return end < 0 ? other.source.path.length : end;
  };
  const best = Math.max(0, ...instances.map(shared));
  return instances.filter((other) => shared(other) === best);
}

/** Finds the outputs that values refer to. A value may be passed along, so direct dependencies are preferred to indirect ones. */
function referencesOf({ object, source }: Adopted, direct: readonly Adopted[], all: readonly Adopted[]): Reference[] {
  return Object.entries(object.written).flatMap(([input, value]) => {
    const among = (targets: readonly Adopted[]) =>
      targets.flatMap((target) => {
        const output = outputWith(target.object, value);
        return output === undefined ? [] : [{ target, reference: { input, target: target.object, output } }];
      });
    const near = among(direct);
    const found = near.length > 0 ? near : among(all);
    // Among several instances, only the one with the same key is certain.
    const [chosen, other] = found.length > 1 ? found.filter(({ target }) => hasSameKey(source, target.source)) : found;
    return chosen === undefined || other !== undefined ? [] : [chosen.reference];
  });
}

function hasSameKey(one: SourceResource, other: SourceResource): boolean {
  const keyOf = ({ address }: SourceResource) => /\[([^\]]*)\]$/.exec(address)?.[1];
  return keyOf(one) !== undefined && keyOf(one) === keyOf(other);
}

/** The output of an object that equals a value. Short and common values prove nothing. */
function outputWith({ kind, inputs, outputs }: Named, value: unknown): string | undefined {
  const { numericId } = kind as { numericId?: string };
  if (typeof value === "number") return numericId !== undefined && outputs[numericId] === value ? numericId : undefined;
  if (typeof value !== "string" || value.length < minLength) return undefined;
  // Required inputs and outputs that the platform adds always exist.
  const names = ["name", ...Object.keys(outputs)].filter((name) => !name.startsWith("__"));
  return names.find((name) => outputs[name] === value && (name === "name" || inputs[name] === value));
}

const minLength = 3;
