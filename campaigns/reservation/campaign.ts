import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import { Platform } from "../cluster/platform.ts";
import { attempt, type Outcome } from "./attempt.ts";
import { cliAttempt, cliKinds } from "./cli-attempt.ts";
import { kinds } from "./disturbances.ts";
import type { Subject } from "./subject.ts";

/**
 * Creations that are stopped at random points; a seed repeats the disturbances: `node campaigns/reservation/campaign.ts --subject
 * reservation --runs 216 --cli 10 --seed 1`. Each run ends with an undisturbed `up`, after which exactly one object must exist,
 * in state.
 */
const { values } = parseArgs({
  options: {
    subject: { type: "string", default: "reservation" },
    runs: { type: "string", default: "216" },
    cli: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "4" },
  },
});
const subject: Subject = values.subject === "app-template" ? "app-template" : "reservation";
const runs = Number(values.runs);
const cliRuns = Number(values.cli);
const firstSeed = Number(values.seed);

const begun = performance.now();
const outcomes: Outcome[] = [];
const progress = batchProgress("runs", runs + cliRuns, processOutput);
const add = (outcome: Outcome) => {
  outcomes.push(outcome);
  progress.add(1);
  if (!isWell(outcome)) console.error(JSON.stringify(outcome));
};
const isWell = ({ made, inState, emptyPreview, failure }: Outcome) =>
  made === 1 && inState && emptyPreview && failure === undefined;

let next = 0;
/** Each lane has its own platform, so that a fault affects only one run. */
const lane = async (withCli: boolean) => {
  const platform = new Platform(1);
  await platform.start();
  if (withCli)
    for (let index = 0; index < cliRuns; index++) add(await cliAttempt(platform, subject, firstSeed + runs + index));
  while (next < runs) {
    const seed = firstSeed + next++;
    add(await attempt(platform, subject, seed, kinds[(seed - 1) % kinds.length] ?? kinds[0]));
  }
  await platform.remove();
};
await Promise.all(Array.from({ length: Number(values.parallel) }, (_, index) => lane(index === 0)));
progress.end();

const sum = (group: readonly Outcome[], count: (outcome: Outcome) => number) =>
  group.reduce((all, one) => all + count(one), 0);
const figures = (group: readonly Outcome[]) => ({
  runs: group.length,
  stoppedUps: sum(group, ({ stopped }) => stopped),
  made: sum(group, ({ made }) => made),
  inState: sum(group, ({ inState }) => Number(inState)),
  duplicates: sum(group, ({ made }) => Math.max(0, made - 1)),
  lost: sum(group, ({ made, inState }) => Number(made > 0 && !inState)),
  notMade: sum(group, ({ made }) => Number(made === 0)),
});
const byKind = [...kinds, ...cliKinds].map((kind) => ({
  kind,
  ...figures(outcomes.filter((outcome) => outcome.kinds[0] === kind)),
}));
console.table(byKind);
const result = {
  measured: new Date().toISOString(),
  subject,
  minutes: Math.round((performance.now() - begun) / 6_000) / 10,
  seeds: [firstSeed, firstSeed + runs + cliRuns - 1],
  all: figures(outcomes),
  byKind,
  wrong: outcomes.filter((outcome) => !isWell(outcome)),
};
console.log(JSON.stringify(result.all));
writeFileSync(new URL(`results/${subject}.json`, import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.wrong.length > 0 ? 1 : 0;
