import { runTests } from "../run-tests.ts";

/**
 * The walks of test/habits with many more rounds: each habit alone, each preset, and pairs of habits with other objects in each
 * round. `HABIT_ROUNDS=20 HABIT_SEED=7 npm run campaign -- habits` reports the number of walks and drifts, and for a failure the
 * seed, the habits and the inputs.
 */
const { HABIT_ROUNDS: rounds = "20", HABIT_SEED: seed = "1" } = process.env;
console.log(`${rounds} rounds from seed ${seed}`);
runTests("test/habits", { HABIT_ROUNDS: rounds, HABIT_SEED: seed });
