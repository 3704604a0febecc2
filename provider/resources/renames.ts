import { aliasLines, type KnownUrns, type Placed, type Renamed } from "../pulumi/formats/aliases.ts";
import { isPlain, isSameObject } from "../pulumi/formats/identity.ts";
import { sharedUrn } from "../pulumi/formats/urn.ts";
import { canonicalJson } from "../values/canonical-json.ts";
import { type ResourceName, resources } from "./registry.ts";

export { type AliasLine, aliasOf, type Renamed } from "../pulumi/formats/aliases.ts";

/** A resource of a state or of a program. */
export interface Declared extends Placed {
  kind: ResourceName;
  /** Inputs after `check`. Unknown values and secrets are not part of an identity. */
  inputs: Readonly<Record<string, unknown>>;
}

/**
 * Returns resources that leave a program while a resource of the same identity enters it, with the lines of `aliases` that keep
 * their objects. The result depends only on URNs and inputs: reviews, policies and tests ask the same question.
 */
export function renamesBetween(before: readonly Declared[], after: readonly Declared[], known: KnownUrns): Renamed[] {
  const [declared, existing] = [shared(known.declared), shared(known.existing)];
  const leaving = before.filter(({ urn }) => !declared.has(sharedUrn(urn)));
  const entering = after.filter(({ urn }) => !existing.has(sharedUrn(urn)));
  return aliasLines(pairs(leaving, entering), known);
}

function shared(urns: ReadonlySet<string>): Set<string> {
  return new Set([...urns].map(sharedUrn));
}

interface Pair {
  from: Declared;
  to: Declared;
}

/** Pairs the resources that have most in common first, each of them once. */
function pairs(leaving: readonly Declared[], entering: readonly Declared[]): Pair[] {
  const candidates = leaving.flatMap((from) =>
    entering.flatMap((to) =>
      from.kind === to.kind && isSameObject(resources[to.kind].identity, from.inputs, to.inputs)
        ? [{ from, to, likeness: likeness(from, to) }]
        : [],
    ),
  );
  const taken = new Set<Declared>();
  return candidates
    .sort((a, b) => b.likeness - a.likeness)
    .filter(({ from, to }) => {
      if (taken.has(from) || taken.has(to)) return false;
      taken.add(from).add(to);
      return true;
    });
}

/** Returns the share of equal inputs. A resource that stays below the same parents, or keeps its name, gets more. */
function likeness(from: Declared, to: Declared): number {
  const names = Object.keys(from.inputs).filter((name) => !name.startsWith("__"));
  const equal = names.filter((name) => canonicalText(from.inputs[name]) === canonicalText(to.inputs[name])).length;
  const nameOf = ({ urn }: Placed) => urn.slice(urn.lastIndexOf("::"));
  const isBeside = canonicalJson(from.parents) === canonicalJson(to.parents);
  return equal / Math.max(1, names.length) + (nameOf(from) === nameOf(to) ? 2 : 0) + (isBeside ? 1 : 0);
}

function canonicalText(value: unknown): string {
  return isPlain(value) ? canonicalJson(value) : "";
}

/** Returns the lines as a sentence that says where each line goes. */
export function linesText({ lines, to }: Pick<Renamed, "lines" | "to">, nameOf: (urn: string) => string): string {
  return lines
    .map(({ on, text }) => (on === to ? `${text} to "${nameOf(on)}"` : `${text} to its component "${nameOf(on)}"`))
    .join(", and ");
}
