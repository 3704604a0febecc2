import { expect, test } from "vitest";
import { defects } from "../../campaigns/simulation/defects/defects.ts";
import { find } from "../../campaigns/simulation/defects/find.ts";
import found from "../../campaigns/simulation/defects/found.json" with { type: "json" };
import { live, stepsOfSeed } from "../../campaigns/simulation/life/run.ts";
import { shrink, testText } from "../../campaigns/simulation/life/shrink.ts";
import { bundle } from "../../campaigns/simulation/product/bundle.ts";

const minutes = 2;

// In `npm run test:all` alone: it takes as long as it says.
test(`new lives go well for ${minutes} minutes of processor time`, { timeout: 30 * 60_000 }, async () => {
  const load = await bundle();
  const first = Math.floor(Math.random() * 2 ** 31);
  console.log(`Simulated lives from seed ${first}.`);
  const began = process.cpuUsage();
  for (let seed = first; process.cpuUsage(began).user < minutes * 60e6; seed++) {
    const outcome = await live(stepsOfSeed(seed), load);
    if (outcome.wrong.length > 0) expect.fail(`Seed ${seed}\n${testText(await shrink(outcome, load))}`);
  }
});

// The seed that found it first: a bundle of the sources with the defect, and one life.
test.each(found)("the simulation notices that $name", { timeout: 10 * 60_000 }, async ({ name, seed: first }) => {
  const defect = defects.find((one) => one.name === name);
  if (defect === undefined) throw new Error("It is not in the list of defects.");
  const { seed } = await find(defect, { first });
  expect(seed).toBeDefined();
});
