import { defaultHabits, type Emulator, type HabitValues, habitPresets } from "@cloudplatform/emulator";
import { afterAll } from "vitest";
import type { OpenHarness } from "../helpers/harnesses.ts";
import { cluster } from "./cluster-subject.ts";
import { singleHabits } from "./covering.ts";
import type { Subject } from "./subject.ts";
import { appTemplate, reservation, ruleTemplate, sampled, secret, threshold } from "./subjects.ts";
import { walk } from "./walk.ts";

/** For more rounds, and each habit alone, run `HABIT_ROUNDS=20 HABIT_SEED=7 npm run campaign -- habits`. */
const rounds = Number(process.env.HABIT_ROUNDS ?? 1);

export const firstSeed = Number(process.env.HABIT_SEED ?? 1);
const singles = process.env.HABIT_ROUNDS === undefined ? [] : singleHabits();

const counts = { walks: 0, drifts: 0 };
afterAll(() => {
  if (process.env.HABIT_ROUNDS !== undefined)
    console.log(`${counts.walks} walks, ${counts.drifts} drifts seen and corrected`);
});

/** All presets. In a campaign also each habit alone. */
export const presets = [
  ...Object.values(habitPresets).map((preset): HabitValues => ({ ...defaultHabits, ...preset })),
  ...singles,
];

/** Walks through the rows of habits of every round, each with other inputs. */
export async function walkAll(
  emulator: Emulator,
  subject: Subject,
  rows: (round: number) => HabitValues[],
  open?: OpenHarness,
): Promise<void> {
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

export const subjects = { ruleTemplate, appTemplate, reservation, cluster, secret, threshold };
