import { describe, expect, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { openHarnesses } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { pairsOfHabits, seeded } from "./covering.ts";
import { firstSeed, presets, subjects, walkAll } from "./walks.ts";

const emulator = await platform(fast);

test("pairs cover each value of each habit beside each value of each other", () => {
  const rows = pairsOfHabits(seeded(firstSeed));
  expect(rows.length).toBeLessThan(40);
});

const providers = await openHarnesses();

describe.each(Object.entries(subjects))("%s", (_, subject) => {
  test.each(Object.entries(providers))("lives under each preset, served by the %s provider", (_name, open) =>
    walkAll(emulator, subject, () => presets, open),
  );
});
