import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import { type Outcome, runCases } from "./campaign.ts";

/**
 * Two stacks request the same object at once: `node campaigns/two-stacks/run.ts --cases 500 --seed 1`. A seed repeats a case:
 * `--cases 1 --seed 117`.
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    // After this time no further case is started.
    minutes: { type: "string", default: "240" },
  },
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.cases) }, (_, index) => first + index);
const outcomes: Outcome[] = [];
const began = performance.now();
const end = began + Number(values.minutes) * 60_000;
const progress = batchProgress("cases", seeds.length, processOutput);
const inTime = () => performance.now() < end;
await runCases(seeds, inTime, (outcome) => {
  outcomes.push(outcome);
  if (outcome.wrong.length > 0 || seeds.length === 1) console.log(JSON.stringify(outcome, null, 1));
  progress.add(1);
});
progress.end();

const count = (nameOf: (outcome: Outcome) => string) => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[nameOf(outcome)] = (counts[nameOf(outcome)] ?? 0) + 1;
  return counts;
};
const made = (texts: readonly string[]) => texts.filter((text) => !/^killed$|: /.test(text)).length;
const result = {
  measured: new Date().toISOString(),
  cases: outcomes.length,
  seeds: `${first} to ${first + outcomes.length - 1}`,
  minutes: Math.round((performance.now() - began) / 6_000) / 10,
  violations: outcomes.reduce((sum, { wrong }) => sum + wrong.length, 0),
  providers: count(({ provider }) => provider),
  kinds: count(({ kind }) => kind),
  settings: count(({ setting }) => setting),
  faults: count(({ faults }) => faults.join(" + ")),
  killed: outcomes.filter(({ killedMs }) => killedMs !== undefined).length,
  stacksThatHaveTheirObject: {
    firstRun: count(({ first: texts }) => `${made(texts)} of 2`),
    secondRun: count(({ second }) => `${made(second)} of 2`),
  },
  wrongSeeds: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
};
console.log(JSON.stringify(result, null, 2));
const results = new URL("results/", import.meta.url);
mkdirSync(results, { recursive: true });
if (seeds.length > 1) writeFileSync(new URL("campaign.json", results), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.violations > 0 ? 1 : 0;
