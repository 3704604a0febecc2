import { expect, test } from "vitest";
import { runLanes } from "../../campaigns/ownership/lanes.ts";
import type { Comparison } from "../../campaigns/simulation/compare/compare.ts";

// The full campaign is campaigns/simulation/compare. A life takes about 20 s of processor time, nearly all of it in the real CLI.
const seeds = [3];

test("lives in the simulation end like lives with the real CLI", async () => {
  const outcomes: Comparison[] = [];
  await runLanes<Comparison>("compare", seeds, { lanes: 2, args: { length: 8, provider: "mixed" } }, (one) =>
    outcomes.push(one),
  );
  expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(outcomes).toHaveLength(seeds.length);
});
