import { type PatternNode, parsePattern, type Range } from "./parser.ts";

/**
 * The positions of a pattern's characters, and which may follow which (a Glushkov automaton). An edge occurs once for each way to
 * take it: `(a+)+` goes from `a` to `a` within a repetition and to the next one.
 */
export interface Automaton {
  /** Characters that are accepted at a position. */
  readonly ranges: readonly (readonly Range[])[];
  /** Positions at which a match begins. */
  readonly first: readonly number[];
  /** Positions at which a match may end. */
  readonly last: ReadonlySet<number>;
  readonly follow: readonly (readonly number[])[];
  /** Whether the pattern matches the empty text, and so every text. */
  readonly isNullable: boolean;
}

interface Part {
  first: readonly number[];
  last: readonly number[];
  isNullable: boolean;
}

const empty: Part = { first: [], last: [], isNullable: true };

/** Larger patterns are not analyzed: the effort grows with the fourth power of the positions in one repetition. */
const maxPositions = 150;

/** Undefined: the pattern has features that a finite automaton lacks, or is too large. */
export function automatonOf(pattern: string): Automaton | undefined {
  const root = parsePattern(pattern);
  if (root === undefined) return undefined;
  const ranges: (readonly Range[])[] = [];
  const follow: number[][] = [];
  const connect = (from: readonly number[], to: readonly number[]) => {
    for (const position of from) follow[position]?.push(...to);
  };

  const build = (node: PatternNode): Part => {
    if (node.kind === "characters") {
      if (ranges.length > maxPositions) return empty;
      ranges.push(node.ranges);
      follow.push([]);
      const position = ranges.length - 1;
      return { first: [position], last: [position], isNullable: false };
    }
    if (node.kind === "repeat") {
      const written = writtenOut(node);
      if (written !== undefined) return build(written);
      const part = build(node.part);
      if (node.maximum === Number.POSITIVE_INFINITY) connect(part.last, part.first);
      return { ...part, isNullable: part.isNullable || node.minimum === 0 };
    }
    const parts = node.parts.map(build);
    if (node.kind === "choice")
      return {
        first: parts.flatMap(({ first }) => first),
        last: parts.flatMap(({ last }) => last),
        isNullable: parts.some(({ isNullable }) => isNullable),
      };
    return parts.reduce((before, part) => {
      connect(before.last, part.first);
      return {
        first: before.isNullable ? [...before.first, ...part.first] : before.first,
        last: part.isNullable ? [...before.last, ...part.last] : part.last,
        isNullable: before.isNullable && part.isNullable,
      };
    }, empty);
  };

  const { first, last, isNullable } = build(root);
  return ranges.length > maxPositions ? undefined : { ranges, first, last: new Set(last), follow, isNullable };
}

/** A higher number of repetitions is treated as one: what is found in one repetition is found in all of them. */
const maxWrittenOut = 6;

/** Rewrites `a{2,}` as `aa+`, `a{1,3}` as `a(a(a)?)?`; undefined: it is in its simplest form. */
function writtenOut({ part, minimum, maximum }: PatternNode & { kind: "repeat" }): PatternNode | undefined {
  const isUnbounded = maximum === Number.POSITIVE_INFINITY;
  const count = isUnbounded ? minimum : maximum;
  if (count <= 1 || count > maxWrittenOut) return undefined;
  const optional = (node: PatternNode): PatternNode => ({ kind: "repeat", part: node, minimum: 0, maximum: 1 });
  const sequence = (...parts: PatternNode[]): PatternNode => ({ kind: "sequence", parts });
  if (isUnbounded)
    return sequence(...Array.from({ length: minimum - 1 }, () => part), { kind: "repeat", part, minimum: 1, maximum });
  let rest: PatternNode = sequence();
  for (let left = maximum - minimum; left > 0; left--) rest = optional(sequence(part, rest));
  return sequence(...Array.from({ length: minimum }, () => part), rest);
}

/** Returns a character that both positions accept, a printable one if possible. */
export function commonCharacter(one: readonly Range[], other: readonly Range[]): number | undefined {
  let found: number | undefined;
  for (const [from, to] of one)
    for (const [first, last] of other) {
      const [low, high] = [Math.max(from, first), Math.min(to, last)];
      if (low > high) continue;
      for (const preferred of [97, 65, 48, 47, 33]) if (low <= preferred && preferred <= high) return preferred;
      if (found === undefined || (found < 32 && low >= 32)) found = low < 32 && high >= 33 ? 33 : low;
    }
  return found;
}

/**
 * Whether a text is matched from its beginning on: by a pattern that reads {@link textStart}, or by one that begins at the next
 * character. A match that begins later is found only after all ways from here have failed.
 */
export function isMatched({ ranges, first, last, follow, isNullable }: Automaton, text: readonly number[]): boolean {
  if (isNullable) return true;
  let present = new Set<number>();
  for (const [index, character] of text.entries()) {
    const next = new Set<number>();
    const reach = (position: number) => {
      if (ranges[position]?.some(([from, to]) => from <= character && character <= to)) next.add(position);
    };
    if (index < 2) for (const position of first) reach(position);
    for (const position of present) for (const following of follow[position] ?? []) reach(following);
    for (const position of next) if (last.has(position)) return true;
    present = next;
  }
  return false;
}
