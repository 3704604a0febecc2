// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stopCodes } from "../../campaigns/simulation/life/needless-stops.ts";
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
  seed: number;
  steps: Step[];
  found: string;
}[];
/** The seed of a kept life in which the platform has an equal object. */
const withDuplicate = 428;

testOnce("a seed is one life, request for request", async () => {
  const [first, second] = [await lives(7), await lives(7)];
  expect(first.commands).toBeGreaterThan(10);
  expect(second.trace).toEqual(first.trace);
});

/** Codes of the stops that were checked in the kept lives. */
const examined = new Set<string>();

test.each(isRest() ? [] : kept)("no life ends again because $found", async ({ steps }) => {
  const { wrong, stops } = await live(steps, load);
  for (const code of stops) examined.add(code);
  expect(wrong).toEqual([]);
});

/** Stops for which no life is kept: the search for a lost creation gets no response, or finds an object that nothing explains. */
const unkept: readonly string[] = ["CP2112", "CP2113"];

// Runs after all kept lives. A stop that is no longer recognized is missing.
testOnce("every stop that is checked occurs in a kept life", () => {
  expect([...examined].sort()).toEqual(stopCodes.filter((code) => !unkept.includes(code)).sort());
});

testOnce("a stop whose text names no object is an error, whatever its words are", async () => {
  const file = "provider/engine/ownership/create-once-messages.ts";
  const reworded = { file, replace: "${what} stopped: ${which} ${sameText}", by: "No: ${which}" };
  const nameless = [
    { file, replace: "`${noun} ${ids[0]} has`", by: "`it has`" },
    {
      file,
      replace: '"set the resource option" : "give the rule"} import: "${id}"`',
      by: '"import it" : "import it"}`',
    },
  ];
  const { steps = [] } = kept.find(({ seed }) => seed === withDuplicate) ?? {};
  const { wrong, stops } = await live(steps, await bundle([reworded]));
  expect([wrong, [...stops]]).toEqual([[], ["CP2105"]]);
  const unread = await live(steps, await bundle(nameless));
  expect(unread.wrong).toContainEqual(expect.stringMatching(/^UNREADABLE STOP: CP2105/));
});

// The full campaign is campaigns/simulation. A life takes a third of a second of processor time.
test(`every object belongs to one resource in the lives ${first} to ${last}`, async () => {
  for (let seed = first; seed <= last; seed++) expect((await lives(seed)).wrong, `seed ${seed}`).toEqual([]);
});
