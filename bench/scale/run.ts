import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type EmulatorOptions, startEmulator } from "@cloudplatform/emulator";
import { recordResult } from "../results/record.ts";
import type { RunnerResult, RunnerTask } from "./worker.ts";

/** Twenty runners that share the rate limit of one key: duration, 429s, fairness, failures. */
const { values } = parseArgs({ options: { requests: { type: "string", default: "25" } } });
const runners = 20;
const perSecond = 10;

interface Scenario {
  title: string;
  kind: RunnerTask["kind"];
  /** Number of requests of each runner. */
  requests: number;
  parallel: number;
  retryAfter: boolean;
}

const creations = { kind: "create", requests: Number(values.requests), parallel: 16 } as const;
const scenarios: Record<string, Scenario> = {
  create: { title: "first up", ...creations, retryAfter: true },
  "create-bare": { title: "first up, 429 without Retry-After", ...creations, retryAfter: false },
  // Five stacks one after the other, with five lists each (bench/rule-templates).
  refresh: { title: "refresh", kind: "list", requests: 25, parallel: 1, retryAfter: true },
};

function runRunner(run: RunnerTask): Promise<RunnerResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: run });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function measure({ kind, requests, parallel, retryAfter }: Scenario) {
  const options: Partial<EmulatorOptions> = { rateLimit: perSecond, retryAfter };
  const emulator = await startEmulator(options);
  const task: RunnerTask = { url: emulator.url, kind, requests, parallel };
  const results = await Promise.all(Array.from({ length: runners }, () => runRunner(task)));
  await emulator.close();
  // Measured from the first request of all, without the start of the threads.
  const started = Math.min(...results.map((one) => one.startedAt));
  const ends = results.map((one) => (one.endedAt - started) / 1000).toSorted((a, b) => a - b);
  const total = (amountOf: (one: RunnerResult) => number) => results.reduce((sum, one) => sum + amountOf(one), 0);
  const served = total((one) => one.served);
  return {
    seconds: ends.at(-1) ?? 0,
    perSecond: served / (ends.at(-1) ?? 1),
    refusedShare: total((one) => one.refused) / served,
    slowestToMedian: (ends.at(-1) ?? 0) / (ends[runners / 2] ?? 1),
    maxRequestSeconds: Math.max(...results.map((one) => one.maxSeconds)),
    served,
    failures: results.flatMap((one) => one.failures),
  };
}

/** The same with only the gate, in virtual time: 100 stacks of 1,000 creations, and short runs of 5 requests each. */
const fleets: Record<string, string[]> = {
  "fleet.create": ["with", "1000"],
  "fleet.create-bare": ["bare", "1000"],
  "fleet.refresh": ["with", "5"],
};

const figures: Record<string, number> = {};
for (const [name, args] of Object.entries(fleets)) {
  const script = fileURLToPath(new URL("fleet.ts", import.meta.url));
  const text = execFileSync(process.execPath, [script, ...args], { encoding: "utf8" });
  console.log(`${name}: ${text.trim()}`);
  for (const [figure, value] of Object.entries(JSON.parse(text) as Record<string, number>))
    figures[`${name}.${figure}`] = value;
}
for (const [name, scenario] of Object.entries(scenarios)) {
  const { failures, ...measured } = await measure(scenario);
  console.log(`${scenario.title}: ${JSON.stringify(measured)}, ${failures.length} failures`);
  for (const failure of new Set(failures)) console.log(`  ${failure}`);
  for (const [figure, value] of Object.entries(measured)) figures[`${name}.${figure}`] = value;
  figures[`${name}.failures`] = failures.length;
}
figures.failures = Object.entries(figures).reduce(
  (sum, [name, value]) => sum + (name.endsWith(".failures") ? value : 0),
  0,
);
recordResult({
  bench: "scale",
  sources: ["provider/client", "emulator/requests", "emulator/server"],
  figures,
});
if (figures.failures > 0) process.exitCode = 1;
