import { nameOfUrn, parseUrn, sharedUrn, typeOfUrn, urnText } from "./urn.ts";

/** An earlier identity of a resource, as in the option `aliases`: omitted fields are unchanged. */
interface AliasSpec {
  name?: string;
  type?: string;
  stack?: string;
  project?: string;
  /** URN, or `root` if the resource had no parent. */
  parent?: string;
}

/** In {@link AliasSpec}: no parent but the stack. */
const root = "root";

const stackType = "pulumi:pulumi:Stack";

/** The URN of a resource below a parent. A resource whose parent is undefined or the stack is below none. */
export function urnBelow(
  { stack, project }: { stack: string; project: string },
  parent: string | undefined,
  type: string,
  name: string,
): string {
  const types = parent === undefined || parent === "" ? [] : parseUrn(parent).types;
  const above = types.length === 1 && types[0] === stackType ? [] : types;
  return urnText({ stack, project, types: [...above, type], name });
}

/**
 * The URN that a resource had below its parent's earlier URN, as the engine infers it: a name that begins with the parent's
 * changes along with it.
 */
export function inheritedUrn(
  urn: string,
  parent: string,
  earlierParent: string,
  place: { stack: string; project: string } = parseUrn(urn),
): string {
  const [name, parentName] = [nameOfUrn(urn), nameOfUrn(parent)];
  const earlier = name.startsWith(parentName) ? nameOfUrn(earlierParent) + name.slice(parentName.length) : name;
  return urnBelow(place, earlierParent, typeOfUrn(urn), earlier);
}

/** The URN that an alias stands for. */
function urnOfAlias(urn: string, parent: string | undefined, alias: AliasSpec): string {
  const own = parseUrn(urn);
  const place = { stack: alias.stack ?? own.stack, project: alias.project ?? own.project };
  const above = alias.parent === root ? undefined : (alias.parent ?? parent);
  return urnBelow(place, above, alias.type ?? typeOfUrn(urn), alias.name ?? own.name);
}

/** A resource or component with its parents. */
export interface Placed {
  urn: string;
  /** URNs of its parents without the stack, outermost first. */
  parents: readonly string[];
}

/** Returns the parents of a resource without the stack, outermost first. */
export function parentsOf(urn: string, parentOf: (urn: string) => string | undefined): string[] {
  const parent = parentOf(urn);
  if (parent === undefined || parent === "" || typeOfUrn(parent) === stackType) return [];
  return [...parentsOf(parent, parentOf), parent];
}

/** A line to add to a program. */
export interface AliasLine {
  /** URN of the resource or component that gets the line. */
  on: string;
  /** `aliases: [{ name: "old" }]`. */
  text: string;
}

/** A resource that the engine would delete and create again, and the lines with which it recognizes the resource. */
export interface Renamed {
  from: string;
  to: string;
  lines: AliasLine[];
}

/** URNs of a program and of a state, components included. */
export interface KnownUrns {
  declared: ReadonlySet<string>;
  existing: ReadonlySet<string>;
}

interface Move {
  from: Placed;
  to: Placed;
}

/**
 * Returns the lines of `aliases` that keep renamed or moved resources. If a component was renamed, the component gets the line,
 * and its children follow as far as the engine infers their URNs.
 */
export function aliasLines(moves: readonly Move[], known: KnownUrns): Renamed[] {
  const components = movedComponents(moves, known);
  const lines = new Map<string, AliasLine[]>();
  const earlier = new Map<string, string>();
  const all = [...components, ...moves].sort((a, b) => a.to.parents.length - b.to.parents.length);
  for (const { from, to } of all) {
    const parent = to.parents.at(-1);
    const found = parent === undefined ? undefined : earlier.get(parent);
    const above = (parent !== undefined && lines.get(parent)) || [];
    const follows =
      found !== undefined && parent !== undefined && isSame(inheritedUrn(to.urn, parent, found), from.urn);
    const own = follows || isSame(from.urn, to.urn) ? [] : [{ on: to.urn, text: lineOf(from, to, found) }];
    lines.set(to.urn, [...above, ...own]);
    earlier.set(to.urn, from.urn);
  }
  return moves.map(({ from, to }) => ({ from: from.urn, to: to.urn, lines: lines.get(to.urn) ?? [] }));
}

/**
 * Pairs each component that is gone with the new component that has its children now. Of several candidates, the one with the
 * most of these children wins.
 */
function movedComponents(moves: readonly Move[], { declared, existing }: KnownUrns): Move[] {
  const votes = new Map<string, Move & { count: number }>();
  for (const { from, to } of moves)
    for (let up = 1; up <= Math.min(from.parents.length, to.parents.length); up++) {
      const [before, after] = [placedAt(from, up), placedAt(to, up)];
      if (declared.has(before.urn) || existing.has(after.urn)) break;
      const vote = votes.get(`${before.urn} ${after.urn}`) ?? { from: before, to: after, count: 0 };
      votes.set(`${before.urn} ${after.urn}`, { ...vote, count: vote.count + 1 });
    }
  const taken = new Set<string>();
  return [...votes.values()]
    .sort((a, b) => b.count - a.count)
    .filter(({ from, to }) => {
      if (taken.has(from.urn) || taken.has(to.urn)) return false;
      taken.add(from.urn).add(to.urn);
      return true;
    });
}

function placedAt({ parents }: Placed, up: number): Placed {
  const index = parents.length - up;
  return { urn: parents[index] ?? "", parents: parents.slice(0, index) };
}

/** Returns the shortest alias that the engine resolves to the earlier URN. `found`: the earlier URN of the parent. */
function lineOf(from: Placed, to: Placed, found: string | undefined): string {
  const parent = to.parents.at(-1);
  const tried = (alias: AliasSpec) => {
    const named = urnOfAlias(to.urn, parent, alias);
    return parent === undefined || found === undefined
      ? [named]
      : [named, inheritedUrn(named, parent, found, parseUrn(to.urn))];
  };
  const place = differences(from.urn, to.urn);
  const alias = [place, { ...place, parent: from.parents.at(-1) ?? root }].find((one) => tried(one).includes(from.urn));
  return aliasText(alias ?? from.urn);
}

function differences(from: string, to: string): AliasSpec {
  const [old, now] = [parseUrn(from), parseUrn(to)];
  const [oldType, type] = [typeOfUrn(from), typeOfUrn(to)];
  return {
    ...(old.name !== now.name && { name: old.name }),
    ...(oldType !== type && { type: oldType }),
    ...(old.stack !== now.stack && { stack: old.stack }),
    ...(old.project !== now.project && { project: old.project }),
  };
}

/** The line for an earlier identity, or for a whole URN, which covers every case. */
function aliasText(alias: AliasSpec | string): string {
  if (typeof alias === "string") return `aliases: [${JSON.stringify(alias)}]`;
  const value = (name: string, text: string) =>
    name === "parent" && text === root ? "pulumi.rootStackResource" : JSON.stringify(text);
  const fields = Object.entries(alias).map(([name, text]) => `${name}: ${value(name, text)}`);
  return `aliases: [{ ${fields.join(", ")} }]`;
}

/** The line if nothing is known of parents: the differences for a resource without a parent, otherwise the URN. */
export function aliasOf(from: string, to: string): string {
  const hasParent = [from, to].some((urn) => parseUrn(urn).types.length > 1);
  return aliasText(hasParent ? from : differences(from, to));
}

function isSame(one: string, other: string): boolean {
  return sharedUrn(one) === sharedUrn(other);
}
