import { resources, tokenOf } from "@cloudplatform/pulumi/registry";
import { nativeToken } from "../../provider/pulumi/formats/type-token.ts";
import type { ProviderKind } from "../../test/helpers/provider-kinds.ts";
import type { Declared } from "./kinds.ts";

/**
 * Programs and checks treat each rule of a rule set as a separate rule template, with the set's name before its key: `set-1/a`.
 * The set exists as long as it has a rule.
 */
const separator = "/";

const token = tokenOf(resources["cdn.RuleSet"]);

/** The type token of rule sets. */
export function setType(provider: ProviderKind): string {
  return provider === "native" ? nativeToken(token) : token;
}

export function isOfSet({ logical }: Pick<Declared, "logical">): boolean {
  return logical.includes(separator);
}

/** Name of the resource in the program and in URNs. */
export function resourceName(logical: string): string {
  return logical.split(separator, 1)[0] ?? logical;
}

export function partName(set: string, key: string): string {
  return `${set}${separator}${key}`;
}

/** Key of a rule in its set. */
export function keyIn({ logical }: Pick<Declared, "logical">): string {
  return logical.slice(logical.indexOf(separator) + 1);
}

/** Name in texts about records, which identify a rule by its set's URN and its key. */
export function recordName(logical: string): string {
  return logical.replace(separator, "#");
}

/** The variant of a rule in a set is part of its path, because such a rule has no weight of its own. */
export function pathOf({ name, variant }: Pick<Declared, "name" | "variant">): string {
  return `/${name}/${variant}`;
}

/** The variant of a rule according to its path; undefined if the rule is in no set. */
export function variantOfPath(path: unknown): number | undefined {
  const [, variant] = /^\/[a-z]+\/(\d)$/.exec(String(path)) ?? [];
  return variant === undefined ? undefined : Number(variant);
}

export function isPathOfSet(path: unknown): boolean {
  return variantOfPath(path) !== undefined;
}

/** Makes the rules of each set agree on what a set can have only once: its provider, and whether duplicates are allowed. */
export function keepSetsWhole(desired: readonly Declared[]): void {
  const sets = Map.groupBy(desired.filter(isOfSet), ({ logical }) => resourceName(logical));
  for (const rules of sets.values())
    for (const one of rules) {
      one.provider = rules[0]?.provider;
      if (rules.some(({ mayBeSecond }) => mayBeSecond === true)) one.mayBeSecond = true;
    }
}
