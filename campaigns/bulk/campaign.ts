import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import fc from "fast-check";
import { batchProgress, processOutput } from "../../provider/cli/progress.ts";
import { controlOf } from "../../test/helpers/control.ts";
import { descendant } from "../../test/helpers/processes.ts";
import { openStack, type TestStack } from "../../test/helpers/stack.ts";
import { until } from "../../test/helpers/until.ts";
import { ruleSet, templates } from "./program.ts";

/**
 * First updates without checkpoints that are killed at random, each followed by another update: `node campaigns/bulk/campaign.ts
 * --runs 20 --seed 1`. Each template must then exist once, on the platform and in state, and the next preview must be empty. With
 * `--set` the templates are the rules of one rule set; an earlier run may have created some of them in another order, and runs
 * with checkpoints are killed, too.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    set: { type: "boolean", default: false },
  },
});
const count = Number(values.count);

const numbers = Array.from({ length: count }, (_, index) => index);

const plans = fc.record({
  /** Number of templates after which Pulumi is killed. */
  killAt: fc.integer({ min: 1, max: count - 1 }),
  /** Number of templates that the next run creates before it is killed, too; undefined: it is not killed. */
  killAgainAfter: fc.option(fc.integer({ min: 1, max: count }), { nil: undefined, freq: 2 }),
  /** Whether the last run skips checkpoints as well. */
  skipsAgain: fc.boolean(),
  /** Whether the killed runs skip checkpoints; only with `--set`. */
  skips: fc.boolean(),
  /** How many of its rules an earlier run has created; only with `--set`. */
  before: fc.option(fc.integer({ min: 0, max: Math.floor(count / 2) }), { nil: undefined }),
  order: fc.shuffledSubarray(numbers, { minLength: count }),
});

interface Outcome {
  seed: number;
  /** Number of templates on the platform at each kill. */
  killedAt: number[];
  skipsAgain: boolean;
  wrong: string[];
}

async function killAfter(stack: TestStack, made: () => Promise<number>, wanted: number): Promise<void> {
  const going = stack.start("up", "--yes", "--skip-preview");
  const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
  await until("enough templates are there", async () => ((await made()) >= wanted ? true : undefined));
  // Both processes at once, as when a machine is lost.
  process.kill(provider, "SIGKILL");
  going.signal("SIGKILL");
  await going.done;
  await stack.unlock();
}

async function attempt(seed: number, emulator: Emulator): Promise<Outcome> {
  const [plan] = fc.sample(plans, { seed, numRuns: 1 });
  if (plan === undefined) throw new Error("There is no plan.");
  const outcome: Outcome = { seed, killedAt: [], skipsAgain: plan.skipsAgain, wrong: [] };
  const control = controlOf(emulator);
  await control.reset();
  const own = async () => (await control.state("ruleTemplates")).filter(({ name }) => String(name).startsWith("bulk-"));
  const made = async () => (await own()).length;
  const stack = await openStack({ url: emulator.url });
  if (!values.set || plan.skips) stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  try {
    if (values.set && plan.before !== undefined) {
      await stack.program(ruleSet(numbers.slice(0, plan.before)));
      const { code, output } = await stack.up();
      if (code !== 0) throw new Error(output);
    }
    await stack.program(values.set ? ruleSet(plan.order) : templates(count));
    // A rule set creates hundreds of rules within a second. The delay lets a kill happen between two of them.
    if (values.set) await control.fault({ name: "delay", ms: 100 });
    for (const more of [plan.killAt, plan.killAgainAfter ?? []].flat()) {
      await killAfter(stack, made, Math.min(count, (await made()) + more));
      outcome.killedAt.push(await made());
    }
    await control.clearFaults();
    if (!outcome.skipsAgain) delete stack.env.PULUMI_SKIP_CHECKPOINTS;
    const next = await stack.up();
    if (next.code !== 0)
      outcome.wrong.push(`the next up ended with ${next.code}: ${next.diagnostics.join(" ").slice(0, 2_000)}`);
    const names = (await own()).map(({ name }) => String(name));
    if (names.length !== count) outcome.wrong.push(`${names.length} templates on the platform`);
    if (new Set(names).size !== names.length) outcome.wrong.push("a template was created twice");
    const resources = await stack.resources();
    const inState = new Set(values.set ? resources.flatMap(idsOfSet) : resources.map(({ id }) => id));
    const lost = (await own()).filter(({ id }) => !inState.has(String(id)));
    if (lost.length > 0) outcome.wrong.push(`${lost.length} templates are in no state`);
    const ordered = (await own()).sort((a, b) => Number(a.weight) - Number(b.weight)).map(({ name }) => name);
    if (values.set && ordered.join() !== plan.order.map((number) => `bulk-${number}`).join())
      outcome.wrong.push("the rules are not in their order");
    const preview = await stack.preview("--expect-no-changes");
    if (preview.code !== 0) outcome.wrong.push("the next preview is not empty");
  } finally {
    await stack.remove();
  }
  return outcome;
}

function idsOfSet({ outputs }: { outputs: Record<string, unknown> }): string[] {
  return Object.values(outputs.templateIds ?? {}).map(String);
}

const runs = Number(values.runs);
const first = Number(values.seed);
const emulator = await startEmulator({ port: 0 });
const outcomes: Outcome[] = [];
const began = performance.now();
const progress = batchProgress("runs", runs, processOutput);
for (let seed = first; seed < first + runs; seed++) {
  const outcome = await attempt(seed, emulator);
  outcomes.push(outcome);
  if (outcome.wrong.length > 0 || runs === 1) console.log(JSON.stringify(outcome, null, 1));
  progress.add(1);
}
progress.end();
await emulator.close();
const result = {
  measured: new Date().toISOString(),
  templates: count,
  runs,
  seeds: `${first} to ${first + runs - 1}`,
  minutes: Math.round((performance.now() - began) / 6_000) / 10,
  killedAt: outcomes.map(({ killedAt }) => killedAt),
  withCheckpointsNext: outcomes.filter(({ skipsAgain }) => !skipsAgain).length,
  violations: outcomes.reduce((sum, { wrong }) => sum + wrong.length, 0),
  wrongSeeds: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
};
console.log(JSON.stringify(result, null, 2));
const results = new URL("results/", import.meta.url);
mkdirSync(results, { recursive: true });
if (runs > 1)
  writeFileSync(
    new URL(values.set ? "campaign-set.json" : "campaign.json", results),
    `${JSON.stringify(result, null, 2)}\n`,
  );
process.exitCode = result.violations > 0 ? 1 : 0;
