import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Checked, runLanes } from "./lanes.ts";
import { byKind, Progress, writeResult } from "./report.ts";
import { servingOf } from "./serving.ts";

/** Counts that every outcome of a campaign with stacks has. */
export interface StackOutcome extends Checked {
  refusals: number;
  warnedOnly: number;
  untold: number;
}

interface Campaign<Outcome extends StackOutcome> {
  /** Name of the campaign's folder below `campaigns`. */
  name: string;
  /** Name of the option for the number of seeds and of the corresponding figure, such as `sequences`. */
  unit: string;
  /** Further options with their defaults. */
  options?: Record<string, string>;
  /** Arguments of a lane, derived from the options. */
  laneArgs(values: Readonly<Record<string, string>>): Record<string, unknown>;
  /** Figures of this campaign for its result. */
  figures(outcomes: readonly Outcome[]): object;
}

/** Runs the seeds of a campaign's command line and writes `results/<out>.json`. Sets the exit code. */
export async function runCampaign<Outcome extends StackOutcome>(campaign: Campaign<Outcome>): Promise<void> {
  const { name, unit } = campaign;
  const values = readOptions({
    [unit]: "200",
    seed: "1",
    lanes: "3",
    minutes: "120",
    out: "campaign",
    provider: "mixed",
    ...campaign.options,
  });
  const provider = servingOf(values.provider ?? "");
  const first = Number(values.seed);
  const seeds = Array.from({ length: Number(values[unit]) }, (_, index) => first + index);
  const progress = new Progress<Outcome>(name, seeds.length);
  const lanes = Math.min(Number(values.lanes), seeds.length);
  const options = { lanes, minutes: Number(values.minutes), args: { provider, ...campaign.laneArgs(values) } };
  await runLanes<Outcome>(name, seeds, options, (outcome) => progress.add(outcome));

  const { outcomes } = progress;
  const total = (count: (outcome: Outcome) => number) => outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
  const result = {
    measured: new Date().toISOString(),
    provider,
    [unit]: outcomes.length,
    seeds: `${first} to ${first + outcomes.length - 1}`,
    ...progress.figures(),
    violations: byKind(outcomes),
    ...campaign.figures(outcomes),
    refusalsThatNameAnObject: total(({ refusals }) => refusals),
    onlyWarnedByTheEngine: total(({ warnedOnly }) => warnedOnly),
    untoldByRefreshOrDestroy: total(({ untold }) => untold),
    wrongSeeds: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
  };
  console.log(JSON.stringify({ ...result, wrongSeeds: undefined }, null, 2));
  const folder = new URL(`../${name}/results/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeResult(new URL(`${values.out}.json`, folder), result);
  process.exitCode = outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}

function readOptions(defaults: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(defaults).map(([name, text]) => [name, { type: "string", default: text }] as const);
  return parseArgs({ options: Object.fromEntries(entries) }).values as Record<string, string>;
}
