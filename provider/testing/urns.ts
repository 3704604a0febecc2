import { parseUrn, urnText } from "../pulumi/formats/urn.ts";
import type { AliasOf, Registration } from "./registration.ts";

const stackType = "pulumi:pulumi:Stack";

/** The stack that a run is of. */
export interface StackNames {
  organization: string;
  project: string;
  stack: string;
}

/** The URN of a resource below a parent; undefined: the stack itself, or nothing. */
export function urnBelow(
  { stack, project }: StackNames,
  parent: string | undefined,
  type: string,
  name: string,
): string {
  const types = parent === undefined || parent === "" ? [] : parseUrn(parent).types;
  const above = types.length === 1 && types[0] === stackType ? [] : types;
  return urnText({ stack, project, types: [...above, type], name });
}

/**
 * URNs that a resource may have in state: its own, those of its aliases, and those that it had below earlier names of its parent.
 */
export function urnsOf(
  names: StackNames,
  { type, name, parent, aliases }: Registration,
  earlier: readonly string[],
): string[] {
  const own = urnBelow(names, parent, type, name);
  const ofAlias = (alias: AliasOf): string[] => {
    if (typeof alias === "string") return [alias];
    const at = { stack: alias.stack || names.stack, project: alias.project || names.project };
    const below = (above: string | undefined) =>
      urnBelow({ ...names, ...at }, above, alias.type || type, alias.name || name);
    if (alias.hasNoParent) return [below(undefined)];
    const above = alias.parent ?? parent;
    return above === parent ? [below(parent), ...earlier.map(below)] : [below(above)];
  };
  const inherited = earlier.map((above) => urnBelow(names, above, type, name));
  return [...new Set([own, ...aliases.flatMap(ofAlias), ...inherited])];
}
