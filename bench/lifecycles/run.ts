import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { runLanes } from "../ownership/lanes.ts";
import { byKind, Progress, sumOf, writeResult } from "../ownership/report.ts";
import type { Outcome } from "./sequence.ts";

/**
 * Random lives of two stacks on one platform: `node bench/lifecycles/run.ts --sequences 200 --seed 1`. A sequence is
 * repeated by its seed: `--sequences 1 --seed 117`.
 */
const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    length: { type: "string", default: "4" },
    lanes: { type: "string", default: "3" },
    minutes: { type: "string", default: "120" },
    out: { type: "string", default: "campaign" },
  },
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.sequences) }, (_, index) => first + index);
const progress = new Progress<Outcome>("lifecycles", seeds.length);
const lanes = Math.min(Number(values.lanes), seeds.length);
const options = { lanes, minutes: Number(values.minutes), args: { length: Number(values.length) } };
await runLanes<Outcome>("lifecycles", seeds, options, (outcome) => progress.add(outcome));

const { outcomes } = progress;
const result = {
  measured: new Date().toISOString(),
  sequences: outcomes.length,
  seeds: `${first} to ${first + outcomes.length - 1}`,
  ...progress.figures(),
  violations: byKind(outcomes),
  operations: sumOf(outcomes.map(({ operations }) => operations)),
  killed: outcomes.reduce((sum, { killed }) => sum + killed, 0),
  refusalsThatNameAnObject: outcomes.reduce((sum, { refusals }) => sum + refusals, 0),
  onlyWarnedByTheEngine: outcomes.reduce((sum, { warnedOnly }) => sum + warnedOnly, 0),
  untoldByRefreshOrDestroy: outcomes.reduce((sum, { untold }) => sum + untold, 0),
  wrongSeeds: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
};
console.log(JSON.stringify({ ...result, wrongSeeds: undefined }, null, 2));
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
writeResult(new URL(`results/${values.out}.json`, import.meta.url), result);
process.exitCode = outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
