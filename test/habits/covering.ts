import { defaultHabits, type HabitName, type HabitValues, habitTable } from "@cloudplatform/emulator";
import { readingNames } from "@cloudplatform/pulumi/api";

/** The habits under which every resource lives through its whole life. */
const habitNames: readonly HabitName[] = readingNames;

/** The tested values of a habit; of an amount: 0, and a few. */
export function valuesOf(name: HabitName): readonly (string | number)[] {
  const habit = habitTable[name];
  return habit.kind === "choice" ? habit.values : [0, 2];
}

type Row = Record<HabitName, string | number>;

/** Each habit alone: all others as the default. */
export function singleHabits(): HabitValues[] {
  return habitNames.flatMap((name) =>
    valuesOf(name)
      .slice(1)
      .map((value) => ({ ...defaultHabits, [name]: value })),
  );
}

/**
 * Rows that hold every pair of values of any two habits at least once: a greedy covering array. Each row takes the pair
 * that is still missing and then, habit by habit, the value that covers most of what is missing.
 */
export function pairsOfHabits(random: () => number): HabitValues[] {
  const missing = new Set<string>();
  habitNames.forEach((a, i) => {
    for (const b of habitNames.slice(i + 1))
      for (const x of valuesOf(a)) for (const y of valuesOf(b)) missing.add(keyOf(a, x, b, y));
  });
  const rows: Row[] = [];
  for (let [first] = missing; first !== undefined; [first] = missing) {
    const [a, x, b, y] = JSON.parse(first);
    const row: Partial<Row> = { [a]: x, [b]: y };
    for (const name of shuffled(habitNames, random)) row[name] ??= best(name, row, missing, random);
    for (const pair of pairsIn(row as Row)) missing.delete(pair);
    rows.push(row as Row);
  }
  return rows.map((row) => ({ ...defaultHabits, ...row })) as HabitValues[];
}

function best(name: HabitName, row: Partial<Row>, missing: ReadonlySet<string>, random: () => number) {
  const gain = (value: string | number) =>
    habitNames.filter((other) => {
      const with_ = row[other];
      return with_ !== undefined && other !== name && missing.has(ordered(name, value, other, with_));
    }).length;
  const ranked = shuffled(valuesOf(name), random).map((value) => ({ value, gain: gain(value) }));
  return ranked.reduce((a, b) => (b.gain > a.gain ? b : a)).value;
}

function pairsIn(row: Row): string[] {
  return habitNames.flatMap((a, i) => habitNames.slice(i + 1).map((b) => keyOf(a, row[a], b, row[b])));
}

function ordered(a: HabitName, x: unknown, b: HabitName, y: unknown): string {
  return habitNames.indexOf(a) < habitNames.indexOf(b) ? keyOf(a, x, b, y) : keyOf(b, y, a, x);
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as T);
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
