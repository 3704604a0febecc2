import { defaultHabits, type HabitValues, habitPresets } from "@cloudplatform/emulator";
import { afterAll, describe, expect, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { type OpenHarness, openHarnesses } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { cluster } from "./cluster-subject.ts";
import { pairsOfHabits, seeded, singleHabits } from "./covering.ts";
import type { Subject } from "./subject.ts";
import { appTemplate, reservation, ruleTemplate, sampled, secret, threshold } from "./subjects.ts";
import { walk } from "./walk.ts";

/** More of it by hand, each habit alone included: `HABIT_ROUNDS=20 HABIT_SEED=7 npm run campaign -- habits`. */
const rounds = Number(process.env.HABIT_ROUNDS ?? 1);

const firstSeed = Number(process.env.HABIT_SEED ?? 1);
const singles = process.env.HABIT_ROUNDS === undefined ? [] : singleHabits();

const emulator = await platform(fast);
const counts = { walks: 0, drifts: 0 };
afterAll(() => {
  if (process.env.HABIT_ROUNDS !== undefined)
    console.log(`${counts.walks} walks, ${counts.drifts} drifts seen and corrected`);
});

const presets = Object.values(habitPresets).map((preset): HabitValues => ({ ...defaultHabits, ...preset }));

/** Rows of habits, each with another object, round after round. */
async function walkAll(subject: Subject, rows: (round: number) => HabitValues[], open?: OpenHarness): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const [index, habits] of rows(round).entries()) {
      const seed = firstSeed + 1000 * round + index;
      const inputs = sampled(subject, seed);
      try {
        counts.drifts += (await walk(emulator, subject, inputs, habits, open)).drifted;
        counts.walks++;
      } catch (error) {
        const others = Object.entries(habits).filter(([name, value]) => defaultHabits[name as never] !== value);
        const where = `seed ${seed}, habits ${JSON.stringify(Object.fromEntries(others))}, inputs ${JSON.stringify(inputs)}`;
        throw new Error(`${(error as Error).message}\n${where}`, { cause: error });
      }
    }
}

const subjects = { ruleTemplate, appTemplate, reservation, cluster, secret, threshold };

test("pairs cover each value of each habit beside each value of each other", () => {
  const rows = pairsOfHabits(seeded(firstSeed));
  expect(rows.length).toBeLessThan(40);
});

const providers = await openHarnesses();

describe.each(Object.entries(subjects))("%s", (_, subject) => {
  test.each(Object.entries(providers))("lives under each preset, served by the %s provider", (_name, open) =>
    walkAll(subject, () => [...presets, ...singles], open),
  );
  // What habits do to a handler has nothing to do with who calls it.
  test("lives under each pair of habits", () => walkAll(subject, (round) => pairsOfHabits(seeded(firstSeed + round))));
});
