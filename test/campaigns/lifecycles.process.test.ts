import { expect, test } from "vitest";
import type { Outcome } from "../../campaigns/lifecycles/sequence.ts";
import { runLanes } from "../../campaigns/ownership/lanes.ts";

// The full campaign is campaigns/lifecycles. These seeds are a short sample.
const seeds = [1002, 314];

test("every object belongs to one resource through renames, kills, replacements and two stacks", async () => {
  const outcomes: Outcome[] = [];
  await runLanes<Outcome>("lifecycles", seeds, { lanes: 2, args: { length: 3, provider: "mixed" } }, (one) =>
    outcomes.push(one),
  );
  expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(outcomes).toHaveLength(seeds.length);
});
