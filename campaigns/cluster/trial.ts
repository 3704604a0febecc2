import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Disturbance, disturbance, type Kind, kinds } from "./disturbances.ts";
import type { Platform } from "./platform.ts";
import { Random } from "./random.ts";

/** The result of one run. */
export interface Outcome {
  seed: number;
  kinds: Kind[];
  /** The errors; empty if exactly one cluster exists, in state, as declared, and the preview is empty. */
  wrong: string[];
  /** Number of disturbed `up`s that failed or were killed. */
  stopped: number;
  /** Number of clusters that the platform has begun to create under this name, one after the other. */
  begun: number;
  seconds: number;
}

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const answer = z.object({
  failure: z.string().optional(),
  preview: z.string().optional(),
  outputs: z.looseObject({}).optional(),
});
type Answer = z.infer<typeof answer>;

/** One creation: one or two disturbed `up`s, then an undisturbed one. */
export async function trial(platform: Platform, seed: number, first?: Kind): Promise<Outcome> {
  const begun = performance.now();
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), "campaign-"));
  const one = new Trial(platform, seed, folder);
  const planned = [disturbance(first ?? random.pick(kinds), random)];
  if (random.next() < 0.5) planned.push(disturbance(first === "platform restart" ? first : random.pick(kinds), random));
  let stopped = 0;
  for (const planing of planned) if (!(await one.disturbed(planing))) stopped++;
  const wrong = one.hold(await one.up(), await platform.records("clusters"));
  const tasks = await one.createTasks();
  if (tasks.filter(({ state }) => state === "FINISHED").length !== 1)
    wrong.push(`${tasks.length} creations, not one finished`);
  rmSync(folder, { recursive: true, force: true });
  const seconds = Math.round(performance.now() - begun) / 1000;
  return { seed, kinds: planned.map(({ kind }) => kind), wrong, stopped, begun: tasks.length, seconds };
}

class Trial {
  readonly #platform: Platform;
  readonly #seed: number;
  readonly #folder: string;
  readonly #name: string;

  constructor(platform: Platform, seed: number, folder: string) {
    this.#platform = platform;
    this.#seed = seed;
    this.#folder = folder;
    this.#name = `edge-${seed}`;
  }

  /** Runs a disturbed `up`. Returns whether it succeeded nevertheless. */
  async disturbed({ fault, killAfterMs, restartAfterMs, timeout }: Disturbance): Promise<boolean> {
    // Each run has a project of its own, so that a fault affects only its own run.
    const path = `/cloud/v2/k8s/clusters/${this.#seed}/*`;
    const own = fault?.endpoint === undefined ? { path } : { path: `/cloud/v2/k8s/clusters/${this.#seed}/76` };
    const added =
      fault && z.object({ id: z.number() }).parse(await this.#platform.control("POST", "faults", { ...fault, ...own }));
    const restart = restartAfterMs === undefined ? undefined : this.#restartLater(restartAfterMs);
    const { failure } = (await this.up(timeout, killAfterMs)) ?? { failure: "killed" };
    await restart;
    if (added !== undefined) await this.#platform.control("DELETE", `faults/${added.id}`).catch(() => undefined);
    return failure === undefined;
  }

  async #restartLater(ms: number): Promise<void> {
    await pause(ms + 1_500);
    await this.#platform.kill();
    await this.#platform.start();
  }

  /** Resolves to undefined if the process was killed. */
  up(timeout?: string, killAfterMs?: number): Promise<Answer | undefined> {
    const order = {
      url: this.#platform.url,
      state: join(this.#folder, "state.json"),
      resource: `run-${this.#seed}`,
      inputs: this.#inputs(timeout),
    };
    const env = {
      ...process.env,
      CLOUDPLATFORM_INTENT_DIR: join(this.#folder, "intents"),
      CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.1",
    };
    const child = spawn(process.execPath, [worker, JSON.stringify(order)], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    return new Promise((resolve) => {
      let last: Answer | undefined;
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line === "begin" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
        if (line.startsWith("{")) last = answer.parse(JSON.parse(line));
      });
      child.on("close", () => resolve(last));
    });
  }

  #inputs(timeout: string | undefined) {
    const pool = {
      name: "general",
      flavorId: "g1-standard-2-4",
      minNodeCount: 2,
      bootVolumeSize: 50,
      bootVolumeType: "standard",
      servergroupPolicy: "affinity",
    };
    const inputs = {
      projectId: this.#seed,
      regionId: 76,
      name: this.#name,
      keypair: "ops",
      version: "v1.31.9",
      pools: [pool],
    };
    return timeout === undefined ? inputs : { ...inputs, timeouts: { create: timeout } };
  }

  hold(last: Answer | undefined, clusters: readonly Record<string, unknown>[]): string[] {
    const wrong: string[] = [];
    if (last?.failure !== undefined) wrong.push(`the last up failed: ${last.failure}`);
    const found = clusters.filter(({ name }) => name === this.#name);
    if (found.length !== 1) wrong.push(`${found.length} clusters`);
    const [live] = found;
    if (live?.status !== "Provisioned" || live.version !== "v1.31.9" || live.keypair !== "ops")
      wrong.push("not as declared");
    if (last?.outputs?.clusterId !== live?.id) wrong.push("not in state");
    if (last?.preview !== "same") wrong.push(`the preview says ${last?.preview}`);
    return wrong;
  }

  async createTasks(): Promise<Record<string, unknown>[]> {
    const tasks = await this.#platform.records("tasks");
    return tasks.filter(
      ({ task_type, project_id }) => task_type === "create_k8s_cluster_v2" && project_id === this.#seed,
    );
  }
}
