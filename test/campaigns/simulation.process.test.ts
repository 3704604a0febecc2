import { expect, test } from "vitest";
import { defects } from "../../campaigns/simulation/defects/defects.ts";
import { find, findInKept } from "../../campaigns/simulation/defects/find.ts";
import found from "../../campaigns/simulation/defects/found.json" with { type: "json" };

// Replays only the seed or kept life that first found the defect: one bundle of the sources with the defect, and one life.
test.each(found)("the simulation notices that $name", { timeout: 10 * 60_000 }, async ({ name, seed: first, kept }) => {
  const defect = defects.find((one) => one.name === name);
  if (defect === undefined) throw new Error("It is not in the list of defects.");
  const { wrong } = kept === undefined ? await find(defect, { first: Number(first) }) : await findInKept(defect, kept);
  expect(wrong).toBeDefined();
});
