import { limits } from "../../api/index.ts";

const { min, max } = limits.cdn.weight;

/** Usual distance of adjacent rules: it leaves room for rules between them. */
const usualGap = 1_000;

/** Distance that rules get where room is short: several insertions fit at one place before others must make room again. */
const minGap = 32;

/** Returns weights that rise along an order. As many rules as possible keep their weight: an insertion or a move changes few. */
export function weightsInOrder(keys: readonly string[], before: ReadonlyMap<string, number>): Map<string, number> {
  const weightAt = (index: number | undefined) => (index === undefined ? undefined : before.get(keys[index] ?? ""));
  const kept = risingPlaces(keys, before);
  const weights = new Map<string, number>();
  for (let place = 0; place <= kept.length; place++) {
    const between = () => keys.slice((kept[place - 1] ?? -1) + 1, kept[place] ?? keys.length);
    const room = () => weightsBetween(weightAt(kept[place - 1]), weightAt(kept[place]), between().length);
    if (room() === undefined) makeRoom();
    const found = room() ?? [];
    for (const [index, key] of between().entries()) weights.set(key, found[index] ?? min);
    const own = weightAt(kept[place]);
    if (own !== undefined) weights.set(keys[kept[place] ?? -1] ?? "", own);

    /** Lets rules after this place, then rules before it, give up their weights. */
    function makeRoom(): void {
      const isRoomy = () =>
        ((weightAt(kept[place]) ?? max + 1) - (weightAt(kept[place - 1]) ?? min - 1)) / (between().length + 1) >=
        minGap;
      while (!isRoomy() && place < kept.length) kept.splice(place, 1);
      while (!isRoomy() && place > 0) kept.splice(--place, 1);
    }
  }
  return weights;
}

/** Returns a number of weights between two others; undefined: there is no room. */
function weightsBetween(low: number | undefined, high: number | undefined, count: number): number[] | undefined {
  const list = (weight: (index: number) => number) => Array.from({ length: count }, (_, index) => weight(index));
  const first = low ?? min - 1;
  const end = high ?? max + 1;
  if (end - first - 1 < count) return undefined;
  if (high === undefined && first + usualGap * count <= max) return list((index) => first + usualGap * (index + 1));
  if (low === undefined && end - usualGap * count >= min) return list((index) => end - usualGap * (count - index));
  return list((index) => first + Math.floor(((end - first) * (index + 1)) / (count + 1)));
}

/** Returns the places of the most keys whose weights rise, and so can stay. */
function risingPlaces(keys: readonly string[], before: ReadonlyMap<string, number>): number[] {
  /** By length: the last place of the rising sequence of that length that ends lowest. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const weightAt = (place: number | undefined) => before.get(keys[place ?? -1] ?? "") ?? Number.NaN;
  for (const [place, key] of keys.entries()) {
    const weight = before.get(key);
    if (weight === undefined || weight < min || weight > max) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weightAt(ends[middle]) < weight) low = middle + 1;
      else high = middle;
    }
    previous.set(place, ends[low - 1]);
    ends[low] = place;
  }
  const rise: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) rise.unshift(place);
  return rise;
}
