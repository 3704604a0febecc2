import { type BehaviorName, type BehaviorValues, behaviorTable, defaultBehaviors } from "@cloudplatform/emulator";
import { readingNames } from "@cloudplatform/pulumi/api";

/** The behaviors that every resource's whole lifecycle is tested with. */
const behaviorNames: readonly BehaviorName[] = readingNames;

/** Returns the tested values of a behavior: all named values, or 0 and a small number. */
export function valuesOf(name: BehaviorName): readonly (string | number)[] {
  const behavior = behaviorTable[name];
  return behavior.kind === "choice" ? behavior.values : [0, 2];
}

/** Values of each varied column, the default first. */
type Columns = ReadonlyMap<string, readonly (string | number)[]>;

type Row = Readonly<Record<string, string | number>>;

/** Returns each value of each behavior that is not the default, with defaults for all other behaviors. */
export function singleBehaviors(): BehaviorValues[] {
  return behaviorNames.flatMap((name) =>
    valuesOf(name)
      .slice(1)
      .map((value) => ({ ...defaultBehaviors, [name]: value })),
  );
}

/** Returns rows that contain every pair of values of any two behaviors at least once. */
export function pairsOfBehaviors(random: () => number): BehaviorValues[] {
  const columns = new Map(behaviorNames.map((name) => [name, valuesOf(name)] as const));
  return coveringRows(columns, random).map((row) => ({ ...defaultBehaviors, ...row })) as BehaviorValues[];
}

/**
 * Returns rows that contain every pair of values of any two columns at least once: a greedy covering array. Each row starts with
 * a missing pair and then takes, column by column, the value that covers the most missing pairs.
 */
export function coveringRows(columns: Columns, random: () => number): Row[] {
  const names = [...columns.keys()];
  const missing = new Set<string>();
  const place = new Map(names.map((name, index) => [name, index]));
  const keyOf = (a: string, x: unknown, b: string, y: unknown) =>
    JSON.stringify((place.get(a) ?? 0) < (place.get(b) ?? 0) ? [a, x, b, y] : [b, y, a, x]);
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1))
      for (const x of columns.get(a) ?? []) for (const y of columns.get(b) ?? []) missing.add(keyOf(a, x, b, y));
  });
  const gain = (row: Partial<Row>, name: string, value: string | number) =>
    names.filter((other) => {
      const beside = row[other];
      return beside !== undefined && other !== name && missing.has(keyOf(name, value, other, beside));
    }).length;
  const rows: Row[] = [];
  for (let [first] = missing; first !== undefined; [first] = missing) {
    const [a, x, b, y] = JSON.parse(first);
    const row: Record<string, string | number> = { [a]: x, [b]: y };
    const best = (name: string) => {
      const ranked = shuffled(columns.get(name) ?? [], random).map((value) => ({
        value,
        gain: gain(row, name, value),
      }));
      return ranked.reduce((one, other) => (other.gain > one.gain ? other : one)).value;
    };
    for (const name of shuffled(names, random)) row[name] ??= best(name);
    names.forEach((one, i) => {
      for (const other of names.slice(i + 1)) missing.delete(keyOf(one, row[one], other, row[other]));
    });
    rows.push(row);
  }
  return rows;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as T);
}

/** Returns a generator of numbers from 0 to 1, determined by a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
