import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Commands } from "./commands.ts";
import { Coverage, type CoveringTest } from "./coverage.ts";
import { hashOf, updateCalled } from "./marked.ts";
import type { Mutant } from "./operators.ts";
import { Results } from "./record.ts";
import type { Result } from "./report.ts";
import { sample } from "./sample.ts";
import { type Answer, Tests } from "./tests.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    /** Processor time in seconds of the tests that run on a mutant. A higher value continues with the survivors of a lower one. */
    seconds: { type: "string", default: "30" },
    /** The same for tests with the real CLI, which run on the survivors at the end; 0: none. */
    commands: { type: "string", default: "30" },
    fresh: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const kept = join(root, "node_modules/.cache/mutants");
const calledFile = join(kept, "called.jsonl");
const commandsFile = join(kept, "called-by-commands.jsonl");
const drawnFile = fileURLToPath(new URL(`results/drawn-${values.seed}.jsonl`, import.meta.url));
const resultsFile = join(kept, `results-${values.seed}.jsonl`);

/** Maps blocks to the tests with the real CLI that call them. */
async function coverageOfCommands(commands: Commands): Promise<Coverage> {
  if (!existsSync(commandsFile)) {
    console.log("Finding out which blocks the tests with the real CLI call, with one run of them.");
    const { failed } = await commands.cover(commandsFile);
    for (const { file, name } of failed) console.log(`Fails without a mutant, and is left out: ${file}: ${name}`);
  }
  return new Coverage(commandsFile, true);
}

/** Cost of a file in addition to its tests: loading modules, hooks, an emulator. */
const fileSeconds = 0.3;

/** The first tests that fit into the time, and always at least three. */
function affordableOf(tests: readonly CoveringTest[], seconds: number): CoveringTest[] {
  const files = new Set<string>();
  let sum = 0;
  return tests.filter((test, index) => {
    const cost = test.seconds + (files.has(test.file) ? 0 : fileSeconds);
    if (index >= 3 && sum + cost > seconds) return false;
    files.add(test.file);
    sum += cost;
    return true;
  });
}

function outcomeOf(ran: readonly string[], { failed: [failed], hangs }: Answer): Pick<Result, "outcome" | "by"> {
  if (ran.length === 0) return { outcome: "not covered", by: undefined };
  if (hangs) return { outcome: "killed", by: "the tests do not end" };
  if (failed === undefined) return { outcome: "survived", by: undefined };
  return { outcome: "killed", by: `${failed.file}: ${failed.name}` };
}

/** Identifies a test with the current content of its file. */
function nameOf({ file, id }: CoveringTest): string {
  return `${file} ${hashOf(file)} ${id ?? ""}`;
}

/** Runs tests that have not yet run on a mutant, and stores the result. */
async function show(mutant: Mutant, map: Coverage, seconds: number, run: Run): Promise<void> {
  const earlier = results.of(mutant);
  if (earlier?.outcome === "killed") return;
  const seen = new Set(earlier?.ran);
  const wanted = affordableOf(map.testsOf(mutant), seconds).filter((test) => !seen.has(nameOf(test)));
  if (earlier !== undefined && wanted.length === 0) return;
  const answer = wanted.length === 0 ? { failed: [] } : await run(mutant, wanted);
  // The next run of the campaign runs them again.
  if (answer === undefined) return;
  const ran = [...seen, ...wanted.map(nameOf)];
  results.add({ ...mutant, ...outcomeOf(ran, answer), ran });
}

/** Runs tests on a mutant. Returns undefined if they do not end without the mutant either, as on a machine that is too busy. */
type Run = (mutant: Mutant, tests: CoveringTest[]) => Promise<Answer | undefined>;

/**
 * Runs tests in the kept process. Earlier mutants may have left something there: a test that fails must pass without the mutant,
 * and a mutant survives only in a new process. Tests that do not end must end without it.
 */
async function runInProcess(mutant: Mutant, wanted: CoveringTest[]): Promise<Answer | undefined> {
  const answer = await tests.run(wanted, mutant);
  const [failed] = answer.failed;
  if (answer.hangs) {
    const isAlways = (await tests.run(wanted, undefined)).hangs === true;
    if (isAlways)
      console.log(`Took too long with and without the mutant: ${wanted.map(({ file }) => file).join(", ")}`);
    return isAlways ? undefined : answer;
  }
  if (failed === undefined) return tests.isNew ? answer : inNewProcess(mutant, wanted);
  const again = wanted.filter(({ file, id }) => file === failed.file && (failed.id === undefined || id === failed.id));
  if (again.length > 0 && (await tests.run(again, undefined)).failed.length === 0) return answer;
  console.log(`Once more in a new process: ${failed.file}: ${failed.name}`);
  return inNewProcess(mutant, wanted);
}

function inNewProcess(mutant: Mutant, wanted: CoveringTest[]): Promise<Answer> {
  tests.restart();
  return tests.run(wanted, mutant);
}

if (values.fresh) for (const file of [drawnFile, resultsFile]) rmSync(file, { force: true });
const drawn = sample(drawnFile, Number(values.count), Number(values.seed));
const results = new Results(
  resultsFile,
  drawn.map(({ mutant }) => mutant),
  values.seed,
);
for (const { mutant, isThere } of drawn)
  if (!isThere && results.of(mutant)?.outcome !== "killed")
    results.add({ ...mutant, outcome: "gone", by: undefined, ran: [] });
const mutants = drawn.filter(({ isThere }) => isThere).map(({ mutant }) => mutant);
const tests = await Tests.open();
await updateCalled(calledFile, tests);
const map = new Coverage(calledFile);
for (const mutant of mutants) await show(mutant, map, Number(values.seconds), runInProcess);
await tests.close();
if (Number(values.commands) > 0) {
  const commands = new Commands();
  try {
    const called = await coverageOfCommands(commands);
    for (const mutant of mutants)
      await show(mutant, called, Number(values.commands), (one, wanted) => commands.run(one, wanted));
  } finally {
    commands.remove();
  }
}
results.report();
// Vitest has set the exit code because tests failed, as they should.
process.exit(0);
