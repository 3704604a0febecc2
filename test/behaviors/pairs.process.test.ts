// Starts no processes; a process test because a seeded part of the campaign takes 8 s.
import { describe, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";
import { pairsOfBehaviors, seeded } from "./covering.ts";
import { firstSeed, subjects, walkAll } from "./walks.ts";

const emulator = await platform(fast);

// The effect of behaviors on a handler does not depend on its caller, so one provider is enough.
describe.each(Object.entries(subjects))("%s", (_, subject) => {
  test("passes its lifecycle under each pair of behaviors", () =>
    walkAll(emulator, subject, (round) => pairsOfBehaviors(seeded(firstSeed + round))));
});
