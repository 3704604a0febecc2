import { type Automaton, automatonOf, commonCharacter, isMatched } from "./automaton.ts";
import { textEnd, textStart } from "./parser.ts";

/** A text that a backtracking engine tries in exponentially many ways before it rejects it. */
export interface Attack {
  prefix: string;
  /** Repeated `n` times, it can be matched in at least 2ⁿ ways. */
  pump: string;
  suffix: string;
}

/** Repetitions in the text that proves the finding. */
const repetitions = 8;

/**
 * Finds a text on which a pattern backtracks exponentially: a word that leads from a position back to it in two ways (exponential
 * ambiguity), and a suffix with which the whole text is not matched. Undefined: nothing is certain. Patterns that are merely
 * polynomial, such as `.*.*`, are not reported.
 */
export function exponentialAttack(pattern: string): Attack | undefined {
  // Only a repeated group can be matched in two ways.
  if (!/\)(?:[*+]|\{\d+,\})/.test(pattern)) return undefined;
  const automaton = automatonOf(pattern);
  if (automaton === undefined) return undefined;
  const budget = { left: maxSteps };
  for (const { position, pump } of ambiguities(automaton, budget)) {
    const prefix = wordTo(automaton, position);
    const suffix = prefix && failingSuffix(automaton, [...prefix, ...repeat(pump)]);
    if (prefix === undefined || suffix === undefined) continue;
    return { prefix: textOf(prefix), pump: textOf(pump), suffix: textOf(suffix) };
  }
  return undefined;
}

type Word = readonly number[];

/** Step limit of the analysis, a few milliseconds; a pattern that exceeds it gets no verdict. */
const maxSteps = 200_000;

interface Budget {
  left: number;
}

/** Returns positions, each with a word that leads back to it in two ways. */
function* ambiguities(automaton: Automaton, budget: Budget): Generator<{ position: number; pump: Word }> {
  const { ranges, follow } = automaton;
  for (const [position, next] of follow.entries()) {
    // Two ways to the same position, and a way back from it.
    for (const twice of new Set(next.filter((one, index) => next.indexOf(one) !== index))) {
      const character = commonCharacter(ranges[twice] ?? [], ranges[twice] ?? []);
      const back = wordBetween(automaton, [twice, twice], [position, position], budget);
      if (character !== undefined && back !== undefined && isText(character))
        yield { position, pump: [character, ...back] };
    }
    // Two ways that part at this position and meet there again.
    const back = partAndMeet(automaton, position, budget);
    if (back !== undefined) yield { position, pump: back };
  }
}

type Pair = readonly [number, number];

/** Returns a word on which two different ways lead from a position back to it. */
function partAndMeet(automaton: Automaton, position: number, budget: Budget): Word | undefined {
  if (!reaches(automaton, position, position)) return undefined;
  const start: Pair = [position, position];
  // Walked backward from the position: the pairs from which both ways lead to it.
  const meeting = new Set([...walk(reversed(automaton), start, budget)].map(({ pair }) => pair.join()));
  for (const { pair, word } of walk(automaton, start, budget)) {
    if (pair[0] === pair[1] || !meeting.has(pair.join())) continue;
    const back = wordBetween(automaton, pair, start, budget);
    if (back !== undefined) return [...word, ...back];
  }
  return undefined;
}

/** Returns the same positions with all edges reversed. */
function reversed(automaton: Automaton): Automaton {
  const follow: number[][] = automaton.ranges.map(() => []);
  for (const [from, next] of automaton.follow.entries()) for (const to of next) follow[to]?.push(from);
  return { ...automaton, follow };
}

function wordBetween(automaton: Automaton, from: Pair, to: Pair, budget: Budget): Word | undefined {
  if (from[0] === to[0] && from[1] === to[1]) return [];
  for (const { pair, word } of walk(automaton, from, budget)) if (pair[0] === to[0] && pair[1] === to[1]) return word;
  return undefined;
}

/** Returns the pairs of positions that one word reaches from a pair, the shortest words first. */
function* walk({ ranges, follow }: Automaton, start: Pair, budget: Budget): Generator<{ pair: Pair; word: Word }> {
  const seen = new Set<number>();
  let wave: { pair: Pair; word: Word }[] = [{ pair: start, word: [] }];
  while (wave.length > 0) {
    const next: typeof wave = [];
    for (const { pair, word } of wave)
      for (const one of new Set(follow[pair[0]]))
        for (const other of new Set(follow[pair[1]])) {
          if (budget.left-- <= 0) return;
          const key = one * ranges.length + other;
          const character = seen.has(key) ? undefined : commonCharacter(ranges[one] ?? [], ranges[other] ?? []);
          if (character === undefined || !isText(character)) continue;
          seen.add(key);
          const reached = { pair: [one, other] as const, word: [...word, character] };
          yield reached;
          next.push(reached);
        }
    wave = next;
  }
}

function reaches({ follow }: Automaton, from: number, to: number): boolean {
  const seen = new Set<number>();
  const open = [...(follow[from] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(follow[next] ?? []));
  }
  return false;
}

/** Returns the shortest text after which a match can be at a position. */
function wordTo({ ranges, first, follow }: Automaton, position: number): Word | undefined {
  const seen = new Set<number>(first);
  let wave = [...seen].map((one) => ({ at: one, word: [characterOf(ranges[one] ?? [])] }));
  while (wave.length > 0) {
    const found = wave.find(({ at }) => at === position);
    if (found !== undefined) return found.word.includes(textEnd) ? undefined : found.word;
    wave = wave.flatMap(({ at, word }) =>
      (follow[at] ?? [])
        .filter((next) => !seen.has(next) && seen.add(next))
        .map((next) => ({ at: next, word: [...word, characterOf(ranges[next] ?? [])] })),
    );
  }
  return undefined;
}

function characterOf(ranges: Automaton["ranges"][number]): number {
  return commonCharacter(ranges, ranges) ?? textEnd;
}

/** Returns a suffix with which the text is not matched from its beginning on. */
function failingSuffix(automaton: Automaton, text: Word): Word | undefined {
  const whole = (suffix: Word) => [...(text[0] === textStart ? [] : [textStart]), ...text, ...suffix, textEnd];
  const isStartRepeated = text.slice(1).includes(textStart);
  if (isStartRepeated) return undefined;
  const characters = [33, 48, 97, 47, 126, 10];
  const suffixes = [[], ...characters.map((one) => [one]), ...characters.map((one) => [one, one])];
  return suffixes.find((suffix) => !isMatched(automaton, whole(suffix)));
}

function repeat(word: Word): number[] {
  return Array.from({ length: repetitions }, () => word).flat();
}

function isText(character: number): boolean {
  return character !== textStart && character !== textEnd;
}

function textOf(word: Word): string {
  return String.fromCharCode(...word.filter(isText));
}
