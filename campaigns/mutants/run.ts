import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomSequence } from "../../emulator/faults/random.ts";
import { Commands } from "./commands.ts";
import { Coverage, type CoveringTest } from "./coverage.ts";
import { rooms, sources } from "./files.ts";
import { watchHang } from "./hang.ts";
import { type Mutant, mutantsOf } from "./operators.ts";
import { Results } from "./record.ts";
import type { Result } from "./report.ts";
import type { Answer, Order } from "./worker.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    /** Longest time for one mutant, in seconds: those that loop forever count as killed. */
    limit: { type: "string", default: "1800" },
    /** Processor time of the tests that a mutant is shown to, in seconds. Survivors of fewer are continued with more. */
    seconds: { type: "string", default: "600" },
    /** The same of tests with the real CLI, which survivors are shown to in the end; 0: none. */
    commands: { type: "string", default: "30" },
    fresh: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const kept = join(root, "node_modules/.cache/mutants");
const calledFile = join(kept, "called.jsonl");
const commandsFile = join(kept, "called-by-commands.jsonl");
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

  /** Runs an order; undefined where it does not end. */
  async run(order: Order, limitMs: number, env: NodeJS.ProcessEnv = {}): Promise<Answer | undefined> {
    this.#process ??= await started(env);
    const worker = this.#process;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        settle();
        this.stop();
        resolve(undefined);
      };
      const timer = setTimeout(giveUp, limitMs);
      const unwatch = watchHang(worker.pid ?? 0, giveUp);
      const settle = () => {
        clearTimeout(timer);
        unwatch();
      };
      worker.once("message", (answer: Answer) => {
        settle();
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

/** Which tests with the real CLI call which functions. */
async function coverageOfCommands(commands: Commands): Promise<Coverage> {
  if (!existsSync(commandsFile)) {
    console.log("Finding out which tests with the real CLI call which functions, with one run of them.");
    const { failed } = await commands.cover(commandsFile);
    for (const { file, name } of failed) console.log(`Fails without a mutant, and is left out: ${file}: ${name}`);
  }
  return new Coverage(commandsFile);
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
  if (answer === undefined) return { outcome: "killed", by: "the tests do not end" };
  const [failed] = answer.failed;
  return failed === undefined
    ? { outcome: "survived", by: undefined }
    : { outcome: "killed", by: `${failed.file}: ${failed.name}` };
}

/** Runs tests that have not seen a mutant, and keeps what became of it. */
async function show(mutant: Mutant, map: Coverage, seconds: number, run: Run): Promise<void> {
  const earlier = results.of(mutant);
  const tests = affordableOf(map.testsOf(mutant), seconds)
    .map(({ file }) => file)
    .filter((file) => earlier?.ran?.includes(file) !== true);
  const isOver = earlier !== undefined && (earlier.outcome === "killed" || tests.length === 0);
  if (isOver) return;
  const answer = tests.length === 0 ? { failed: [] } : await run(mutant, tests);
  const ran = [...(earlier?.ran ?? []), ...tests];
  results.add({ ...mutant, ...outcomeOf(ran, answer), ran });
}

type Run = (mutant: Mutant, tests: string[]) => Promise<Answer | undefined>;

mkdirSync(kept, { recursive: true });
if (values.fresh) for (const file of [calledFile, commandsFile, resultsFile]) rmSync(file, { force: true });
const mutants = sample(Number(values.count), Number(values.seed));
const results = new Results(resultsFile, mutants, values.seed);
const map = await coverage();
const worker = new Worker();
for (const mutant of mutants)
  await show(mutant, map, Number(values.seconds), (one, tests) =>
    worker.run({ mutant: one, tests }, Number(values.limit) * 1000),
  );
worker.stop();
if (Number(values.commands) > 0) {
  const commands = new Commands();
  try {
    const called = await coverageOfCommands(commands);
    for (const mutant of mutants)
      await show(mutant, called, Number(values.commands), (one, tests) => commands.run(one, tests));
  } finally {
    commands.remove();
  }
}
results.report();
