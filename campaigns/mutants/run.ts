import { type ChildProcess, fork } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomSequence } from "../../emulator/faults/random.ts";
import { Coverage, type CoveringTest } from "./coverage.ts";
import { rooms, sources } from "./files.ts";
import { type Mutant, mutantsOf } from "./operators.ts";
import { type Result, reportOf } from "./report.ts";
import type { Answer, Order } from "./worker.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    /** Longest time for one mutant, in seconds: those that loop forever count as killed. */
    limit: { type: "string", default: "1800" },
    /** Processor time of the tests that a mutant is shown to, in seconds. Survivors of fewer are continued with more. */
    seconds: { type: "string", default: "600" },
    fresh: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const kept = join(root, "node_modules/.cache/mutants");
const calledFile = join(kept, "called.jsonl");
const resultsFile = join(kept, `results-${values.seed}.jsonl`);

/** As many mutants of each room as its share of all, drawn from the seed and mixed: the first hundred are a sample too. */
function sample(count: number, seed: number): Mutant[] {
  const random = randomSequence(seed);
  const all = sources().flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
  const drawn = rooms.flatMap((room) => {
    const own = all.filter(({ file }) => file.startsWith(`${room}/`)).map((mutant) => ({ mutant, at: random() }));
    return own.sort((a, b) => a.at - b.at).slice(0, Math.round((count * own.length) / all.length));
  });
  return drawn.sort((a, b) => a.at - b.at).map(({ mutant }) => mutant);
}

class Worker {
  #process: ChildProcess | undefined;

  /** Runs an order; undefined after the time limit. */
  async run(order: Order, limitMs: number, env: NodeJS.ProcessEnv = {}): Promise<Answer | undefined> {
    this.#process ??= await started(env);
    const worker = this.#process;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.stop();
        resolve(undefined);
      }, limitMs);
      worker.once("message", (answer: Answer) => {
        clearTimeout(timer);
        worker.removeAllListeners("exit");
        resolve(answer);
      });
      worker.once("exit", (code) => reject(new Error(`The worker has ended with ${code}.`)));
      worker.send(order);
    });
  }

  /** Ends the worker with the processes that it has started. */
  stop(): void {
    const { pid } = this.#process ?? {};
    this.#process?.removeAllListeners("exit");
    this.#process = undefined;
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  }
}

function started(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), {
    cwd: root,
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("exit", (code) => reject(new Error(`The worker could not start: ${code}.`)));
  });
}

async function coverage(): Promise<Coverage> {
  if (!existsSync(calledFile)) {
    console.log("Finding out which tests call which functions, with one run of the tests in this process.");
    const draft = `${calledFile}.draft`;
    rmSync(draft, { force: true });
    const worker = new Worker();
    const answer = await worker.run({ marks: true }, 3_600_000, { MUTANTS_CALLED: draft });
    worker.stop();
    const failures = answer?.failed ?? [];
    for (const { file, name } of failures) console.log(`Fails without a mutant, and is left out: ${file}: ${name}`);
    const failing = new Set(failures.flatMap(({ file }) => (file === "" ? [] : file)));
    const isPassing = (line: string) => ![...failing].some((file) => line.includes(`${file}"`));
    const lines = readFileSync(draft, "utf8").trim().split("\n").filter(isPassing);
    writeFileSync(calledFile, lines.join("\n"));
  }
  return new Coverage(calledFile);
}

/** The first tests that fit into so many seconds, and always three. */
function affordableOf(tests: readonly CoveringTest[], seconds: number): CoveringTest[] {
  let sum = 0;
  return tests.filter((test, index) => {
    if (index >= 3 && sum + test.seconds > seconds) return false;
    sum += test.seconds;
    return true;
  });
}

function outcomeOf(tests: readonly string[], answer: Answer | undefined): Pick<Result, "outcome" | "by"> {
  if (tests.length === 0) return { outcome: "not covered", by: undefined };
  if (answer === undefined) return { outcome: "killed", by: "time limit" };
  const [failed] = answer.failed;
  return failed === undefined
    ? { outcome: "survived", by: undefined }
    : { outcome: "killed", by: `${failed.file}: ${failed.name}` };
}

for (const folder of [kept, new URL("results", import.meta.url)]) mkdirSync(folder, { recursive: true });
if (values.fresh) for (const file of [calledFile, resultsFile]) rmSync(file, { force: true });
const map = await coverage();
const keyOf = ({ file, start, end, original, replacement }: Mutant) =>
  JSON.stringify([file, start, end, original, replacement]);
const earlier = existsSync(resultsFile) ? readFileSync(resultsFile, "utf8").trim().split("\n") : [];
const results = new Map(
  earlier
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result)
    .map((one) => [keyOf(one), one]),
);
const mutants = sample(Number(values.count), Number(values.seed));
const worker = new Worker();
for (const [index, mutant] of mutants.entries()) {
  const earlier = results.get(keyOf(mutant));
  const all = map.testsOf(mutant);
  const affordable = affordableOf(all, Number(values.seconds)).map(({ file }) => file);
  const tests = affordable.filter((file) => earlier?.ran?.includes(file) !== true);
  if (earlier !== undefined && (earlier.outcome !== "survived" || tests.length === 0)) continue;
  const answer = tests.length === 0 ? undefined : await worker.run({ mutant, tests }, Number(values.limit) * 1000);
  const { outcome, by } = outcomeOf(tests, answer);
  const ran = outcome === "survived" ? [...(earlier?.ran ?? []), ...tests] : undefined;
  const result: Result = { ...mutant, outcome, by, ran, of: all.length };
  results.set(keyOf(mutant), result);
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
  const known = mutants.flatMap((one) => results.get(keyOf(one)) ?? []);
  writeFileSync(new URL("results/last.md", import.meta.url), reportOf(known, mutants.length, values.seed));
  console.log(
    `[${index + 1}/${mutants.length}] ${outcome} ${mutant.file}:${mutant.line} ${mutant.original} → ${mutant.replacement}`,
  );
}
worker.stop();
