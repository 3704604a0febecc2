import fc from "fast-check";
import { expect, test } from "vitest";
import { weightsInOrder } from "../../provider/resources/rule-set/weights.ts";

const max = 2_147_483_647;

/** Ordered keys, some of which already have a weight. */
const rules = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 40 })
  .chain((keys) =>
    fc.record({
      keys: fc.constant(keys),
      weights: fc.array(fc.option(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max }))), {
        minLength: keys.length,
        maxLength: keys.length,
      }),
    }),
  )
  .map(({ keys, weights }) => ({
    keys,
    before: new Map(keys.flatMap((key, index) => (weights[index] === null ? [] : [[key, weights[index] as number]]))),
  }));

/** Returns the length of the longest increasing subsequence of the weights, by trying every end. */
function longest(keys: readonly string[], before: ReadonlyMap<string, number>): number {
  const known = keys.flatMap((key) => before.get(key) ?? []);
  const ends: number[] = [];
  for (const [index, weight] of known.entries())
    ends[index] = 1 + Math.max(0, ...known.slice(0, index).map((other, at) => (other < weight ? (ends[at] ?? 0) : 0)));
  return Math.max(0, ...ends);
}

test("weights ascend along the order, within the platform's range", () => {
  fc.assert(
    fc.property(rules, ({ keys, before }) => {
      const weights = keys.map((key) => weightsInOrder(keys, before).get(key) ?? 0);
      for (const [index, weight] of weights.entries()) {
        expect(Number.isInteger(weight) && weight >= 1 && weight <= max).toBe(true);
        if (index > 0) expect(weight).toBeGreaterThan(weights[index - 1] ?? 0);
      }
    }),
    { numRuns: 500 },
  );
});

test("a rule at either end gets the usual gap if the range has room", () => {
  expect(weightsInOrder(["new", "old"], new Map([["old", 1_001]])).get("new")).toBe(1);
  expect(weightsInOrder(["old", "new"], new Map([["old", max - 1_000]])).get("new")).toBe(max);
});

test("a position without room changes the weight of one neighbor if that is enough", () => {
  const before = new Map([
    ["first", 1],
    ["next", 2],
    ["last", 1_000],
  ]);
  const weights = weightsInOrder(["first", "new", "next", "last"], before);
  expect([weights.get("first"), weights.get("last")]).toEqual([1, 1_000]);
  expect(weights.get("next")).not.toBe(2);
});

test("an ordered set stays unchanged: a second run changes nothing", () => {
  fc.assert(
    fc.property(rules, ({ keys, before }) => {
      const weights = weightsInOrder(keys, before);
      expect(weightsInOrder(keys, weights)).toEqual(weights);
    }),
  );
});

test("as many rules as possible keep their weights if there is room", () => {
  fc.assert(
    fc.property(rules, ({ keys, before }) => {
      const spread = new Map([...before].map(([key, weight]) => [key, ((weight * 50_000) % 2_000_000_000) + 1_000]));
      const weights = weightsInOrder(keys, spread);
      const kept = [...spread].filter(([key, weight]) => weights.get(key) === weight).length;
      expect(kept).toBe(longest(keys, spread));
    }),
  );
});

test("an insertion, a move and a deletion each change the weight of one rule only", () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => `rule-${index}`);
  const before = weightsInOrder(keys, new Map());
  const changes = (order: readonly string[]) => {
    const after = weightsInOrder(order, before);
    return order.filter((key) => before.get(key) !== after.get(key));
  };
  expect(changes(["new", ...keys])).toEqual(["new"]);
  expect(changes([...keys.slice(0, 500), "new", ...keys.slice(500)])).toEqual(["new"]);
  expect(changes([...keys.slice(1), keys[0] ?? ""])).toEqual(["rule-0"]);
  expect(changes(keys.slice(1))).toEqual([]);
});

test("a position without room changes only the weights of its neighbors", () => {
  let keys = ["first", "last"];
  let weights = weightsInOrder(keys, new Map());
  let changed = 0;
  for (let index = 0; index < 200; index++) {
    keys = ["first", `new-${index}`, ...keys.slice(1)];
    const next = weightsInOrder(keys, weights);
    changed += keys.filter((key) => weights.has(key) && weights.get(key) !== next.get(key)).length;
    weights = next;
  }
  // 200 insertions at one position: without gaps, each would change all following weights, 20,100 in total.
  expect(changed).toBeLessThan(2_000);
});
