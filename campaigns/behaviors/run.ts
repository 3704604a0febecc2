import { runTests } from "../run-tests.ts";

/**
 * The walks of test/behaviors with many more rounds: each behavior alone, each preset, and pairs of behaviors with other objects in each
 * round. `BEHAVIOR_ROUNDS=20 BEHAVIOR_SEED=7 npm run campaign -- behaviors` reports the number of walks and drifts, and for a failure the
 * seed, the behaviors and the inputs.
 */
const { BEHAVIOR_ROUNDS: rounds = "20", BEHAVIOR_SEED: seed = "1" } = process.env;
console.log(`${rounds} rounds from seed ${seed}`);
runTests("test/behaviors", { BEHAVIOR_ROUNDS: rounds, BEHAVIOR_SEED: seed });
