import { type BehaviorValues, behaviorPresets, defaultBehaviors, type Emulator } from "@cloudplatform/emulator";
import { afterAll } from "vitest";
import type { OpenHarness } from "../helpers/harnesses.ts";
import { cluster } from "./cluster-subject.ts";
import { singleBehaviors } from "./covering.ts";
import type { Subject } from "./subject.ts";
import { appTemplate, reservation, ruleTemplate, sampled, secret, threshold } from "./subjects.ts";
import { walk } from "./walk.ts";

/** For more rounds, and each behavior alone, run `BEHAVIOR_ROUNDS=20 BEHAVIOR_SEED=7 npm run campaign -- behaviors`. */
const rounds = Number(process.env.BEHAVIOR_ROUNDS ?? 1);

export const firstSeed = Number(process.env.BEHAVIOR_SEED ?? 1);
const singles = process.env.BEHAVIOR_ROUNDS === undefined ? [] : singleBehaviors();

const counts = { walks: 0, drifts: 0 };
afterAll(() => {
  if (process.env.BEHAVIOR_ROUNDS !== undefined)
    console.log(`${counts.walks} walks, ${counts.drifts} drifts seen and corrected`);
});

/** All presets. In a campaign also each behavior alone. */
export const presets = [
  ...Object.values(behaviorPresets).map((preset): BehaviorValues => ({ ...defaultBehaviors, ...preset })),
  ...singles,
];

/** Walks through the rows of behaviors of every round, each with other inputs. */
export async function walkAll(
  emulator: Emulator,
  subject: Subject,
  rows: (round: number) => BehaviorValues[],
  open?: OpenHarness,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const [index, behaviors] of rows(round).entries()) {
      const seed = firstSeed + 1000 * round + index;
      const inputs = sampled(subject, seed);
      try {
        counts.drifts += (await walk(emulator, subject, inputs, behaviors, open)).drifted;
        counts.walks++;
      } catch (error) {
        const others = Object.entries(behaviors).filter(([name, value]) => defaultBehaviors[name as never] !== value);
        const where = `seed ${seed}, behaviors ${JSON.stringify(Object.fromEntries(others))}, inputs ${JSON.stringify(inputs)}`;
        throw new Error(`${(error as Error).message}\n${where}`, { cause: error });
      }
    }
}

export const subjects = { ruleTemplate, appTemplate, reservation, cluster, secret, threshold };
