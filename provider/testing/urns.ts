import { inheritedUrn, urnBelow } from "../pulumi/formats/aliases.ts";
import type { AliasOf, Registration } from "./registration.ts";

/** The names of the stack of a run. */
export interface StackNames {
  organization: string;
  project: string;
  stack: string;
}

/** Returns the URNs that a resource may have in state: its own, its aliases, and those below earlier names of its parent. */
export function urnsOf(
  names: StackNames,
  { type, name, parent, aliases }: Registration,
  earlier: readonly string[],
): string[] {
  const own = urnBelow(names, parent, type, name);
  const ofAlias = (alias: AliasOf): string => {
    if (typeof alias === "string") return alias;
    const at = { stack: alias.stack || names.stack, project: alias.project || names.project };
    const above = alias.hasNoParent ? undefined : (alias.parent ?? parent);
    return urnBelow(at, above, alias.type || type, alias.name || name);
  };
  const named = [own, ...aliases.map(ofAlias)];
  const inherited =
    parent === undefined ? [] : named.flatMap((urn) => earlier.map((above) => inheritedUrn(urn, parent, above, names)));
  return [...new Set([...named, ...inherited])];
}
