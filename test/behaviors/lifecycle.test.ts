import { describe, expect, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";
import { pairsOfBehaviors, seeded } from "./covering.ts";
import { firstSeed, presets, subjects, walkAll } from "./walks.ts";

const emulator = await platform(fast);

test("pairs cover each value of each behavior with each value of every other", () => {
  const rows = pairsOfBehaviors(seeded(firstSeed));
  expect(rows.length).toBeLessThan(40);
});

// native.test.ts and test:all test the native provider, whose plugin is a process and waits in real time.
describe.each(Object.entries(subjects))("%s", (_, subject) => {
  test("passes its lifecycle under each preset", () => walkAll(emulator, subject, () => presets));
});
