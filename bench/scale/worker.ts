import { parentPort, workerData } from "node:worker_threads";
import { endpoints } from "@cloudplatform/pulumi/api";
import { createClient, scopeOf } from "@cloudplatform/pulumi/client";

/** The requests of one runner. */
export interface RunnerTask {
  url: string;
  kind: "create" | "list";
  requests: number;
  /** Number of parallel requests: the engine's `--parallel`. */
  parallel: number;
}

export interface RunnerResult {
  served: number;
  refused: number;
  failures: string[];
  /** The maximum time that a request waited for its turn and its response. */
  maxSeconds: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
}

const { url, kind, requests, parallel } = workerData as RunnerTask;
const result: RunnerResult = {
  served: 0,
  refused: 0,
  failures: [],
  maxSeconds: 0,
  startedAt: Date.now(),
  endedAt: 0,
};
const client = createClient({ baseUrl: url, apiKey: "local", onRetry: () => void result.refused++ }).bind(
  scopeOf("scale"),
);

async function send(index: number): Promise<void> {
  const started = performance.now();
  try {
    if (kind === "list") await client.call(endpoints["ruleTemplates.list"], {});
    else await client.call(endpoints["ruleTemplates.create"], { body: { rule: `/scale/${index}`, ruleType: 0 } });
    result.served++;
  } catch (error) {
    result.failures.push(String(error));
  }
  result.maxSeconds = Math.max(result.maxSeconds, (performance.now() - started) / 1000);
}

let next = 0;
const lane = async () => {
  while (next < requests) await send(next++);
};
await Promise.all(Array.from({ length: parallel }, lane));
result.endedAt = Date.now();
parentPort?.postMessage(result);
