import { resources, tokenOf } from "@cloudplatform/pulumi/registry";
import { nativeToken } from "../../provider/pulumi/formats/type-token.ts";
import type { ProviderKind } from "../../test/helpers/provider-kinds.ts";
import type { Declared } from "./kinds.ts";

/**
 * A rule of a rule set is declared, checked and named as a rule template of its own, with the set's name before its key: `set-1/a`. The set
 * is there as long as it has a rule.
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

/** Name in texts about records, where a rule has the URN of its set. */
export function recordName(logical: string): string {
  return logical.replace(separator, "#");
}

/** The rules of a set have no weights of their own: what can change in place is in the path. */
export function pathOf({ name, variant }: Pick<Declared, "name" | "variant">): string {
  return `/${name}/${variant}`;
}

/** What can change in place, of a rule as a set has it; undefined: it is of no set. */
export function variantOfPath(path: unknown): number | undefined {
  const [, variant] = /^\/[a-z]+\/(\d)$/.exec(String(path)) ?? [];
  return variant === undefined ? undefined : Number(variant);
}

/** What is of a whole set: its provider, and whether it may have rules that others have, too. */
export function keepSetsWhole(desired: readonly Declared[]): void {
  const sets = Map.groupBy(desired.filter(isOfSet), ({ logical }) => resourceName(logical));
  for (const rules of sets.values())
    for (const one of rules) {
      one.provider = rules[0]?.provider;
      if (rules.some(({ mayBeSecond }) => mayBeSecond === true)) one.mayBeSecond = true;
    }
}
