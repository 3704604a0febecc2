import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { runLanes } from "../ownership/lanes.ts";
import { openPostgres } from "../ownership/postgres.ts";
import { byKind, Progress, sumOf, writeResult } from "../ownership/report.ts";
import type { Outcome } from "./handover.ts";

/**
 * Machine A is interrupted, machine B carries on without A's records: `node bench/two-machines/run.ts --runs 200 --seed 1`.
 * A run is repeated by its seed: `--runs 1 --seed 117`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "3" },
    minutes: { type: "string", default: "120" },
    out: { type: "string", default: "campaign" },
  },
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.runs) }, (_, index) => first + index);
const progress = new Progress<Outcome>("two machines", seeds.length);
const postgres = await openPostgres();
try {
  const lanes = Math.min(Number(values.lanes), seeds.length);
  const options = { lanes, minutes: Number(values.minutes), args: { port: postgres.port } };
  await runLanes<Outcome>("two-machines", seeds, options, (outcome) => progress.add(outcome));
} finally {
  await postgres.stop();
}

const { outcomes } = progress;
const count = (of: (outcome: Outcome) => string[]) =>
  sumOf(outcomes.flatMap((outcome) => of(outcome).map((name) => ({ [name]: 1 }))));
const result = {
  measured: new Date().toISOString(),
  runs: outcomes.length,
  seeds: `${first} to ${first + outcomes.length - 1}`,
  ...progress.figures(),
  violations: byKind(outcomes),
  kinds: count(({ kinds }) => kinds),
  machineA: count(({ ended }) => [ended]),
  faultsOfA: count(({ fault }) => [fault]),
  machineB: count(({ carriedOn }) => [carriedOn]),
  refusalsThatNameAnObject: outcomes.reduce((sum, { refusals }) => sum + refusals, 0),
  onlyWarnedByTheEngine: outcomes.reduce((sum, { warnedOnly }) => sum + warnedOnly, 0),
  untoldByRefreshOrDestroy: outcomes.reduce((sum, { untold }) => sum + untold, 0),
  wrongSeeds: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
};
console.log(JSON.stringify({ ...result, wrongSeeds: undefined }, null, 2));
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeResult(new URL(`results/${values.out}.json`, import.meta.url), result);
process.exitCode = outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
// The hooks of the database package would keep the process.
process.exit();
