import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import { kinds } from "./disturbances.ts";
import { Platform } from "./platform.ts";
import { type Outcome, trial } from "./trial.ts";

/**
 * Creations that are stopped at random points; a seed repeats them: `node campaigns/cluster/campaign.ts --runs 240 --seed 1`.
 * Each run ends with an undisturbed `up`, after which exactly one cluster must exist, in state, as declared. The platform
 * restarts come at the end, one at a time, because they affect all runs.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "240" },
    restarts: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "3" },
  },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed);

const begun = performance.now();
const platform = new Platform(1_000);
await platform.start();
const outcomes: Outcome[] = [];
const progress = batchProgress("runs", runs + Number(values.restarts), processOutput);
const add = (outcome: Outcome) => {
  outcomes.push(outcome);
  progress.add(1);
  if (outcome.wrong.length > 0) console.error(JSON.stringify(outcome));
};

let next = 0;
const lane = async () => {
  while (next < runs) {
    const index = next++;
    // Each kind is the first disturbance of equally many runs.
    add(await trial(platform, firstSeed + index, kinds[index % kinds.length]));
  }
};
await Promise.all(Array.from({ length: Number(values.parallel) }, lane));
for (let index = 0; index < Number(values.restarts); index++)
  add(await trial(platform, firstSeed + runs + index, "platform restart"));
await platform.remove();
progress.end();

const byKind = [...kinds, "platform restart" as const].map((kind) => {
  const own = outcomes.filter((outcome) => outcome.kinds[0] === kind);
  return {
    kind,
    runs: own.length,
    well: own.filter(({ wrong }) => wrong.length === 0).length,
    stoppedUps: own.reduce((sum, { stopped }) => sum + stopped, 0),
    secondDisturbance: own.filter((outcome) => outcome.kinds.length > 1).length,
    maxCreations: Math.max(0, ...own.map((outcome) => outcome.begun)),
  };
});
console.table(byKind);
const failed = outcomes.filter(({ wrong }) => wrong.length > 0);
const minutes = Math.round((performance.now() - begun) / 6_000) / 10;
console.log(
  `${outcomes.length} runs in ${minutes} minutes, seeds ${firstSeed} to ${firstSeed + outcomes.length - 1}: ${failed.length} ended wrong.`,
);
const result = { measured: new Date().toISOString(), runs: outcomes.length, failed, minutes, firstSeed, byKind };
writeFileSync(new URL("results/campaign.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
