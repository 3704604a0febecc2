// Not real processes, but many lives: a seeded part of the campaign, 8 s.
import { describe, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";
import { pairsOfHabits, seeded } from "./covering.ts";
import { firstSeed, subjects, walkAll } from "./walks.ts";

const emulator = await platform(fast);

// What habits do to a handler has nothing to do with who calls it.
describe.each(Object.entries(subjects))("%s", (_, subject) => {
  test("lives under each pair of habits", () =>
    walkAll(emulator, subject, (round) => pairsOfHabits(seeded(firstSeed + round))));
});
