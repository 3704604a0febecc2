import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { live, stepsOfSeed } from "../../campaigns/simulation/life/run.ts";
import type { Step } from "../../campaigns/simulation/life/steps.ts";
import { bundle } from "../../campaigns/simulation/product/bundle.ts";
import { isRest, testOnce } from "../helpers/rest.ts";

/** Campaign seeds run in `npm run test:all`. `npm test` runs a few, so that a regression shows early. */
const [first, last] = isRest() ? [5, 20] : [1, 4];
const load = await bundle();
const lives = async (seed: number) => live(stepsOfSeed(seed), load);

/** Lives that once failed because of a defect. */
const kept = JSON.parse(readFileSync(new URL("../../campaigns/simulation/kept.json", import.meta.url), "utf8")) as {
  steps: Step[];
  found: string;
}[];

testOnce("a seed is one life, request for request", async () => {
  const [first, second] = [await lives(7), await lives(7)];
  expect(first.commands).toBeGreaterThan(10);
  expect(second.trace).toEqual(first.trace);
});

test.each(isRest() ? [] : kept)("no life ends again because $found", async ({ steps }) => {
  expect((await live(steps, load)).wrong).toEqual([]);
});

// The full campaign is campaigns/simulation. A life takes a third of a second of processor time.
test(`every object belongs to one resource in the lives ${first} to ${last}`, async () => {
  for (let seed = first; seed <= last; seed++) expect((await lives(seed)).wrong, `seed ${seed}`).toEqual([]);
});
