import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import { buildPlugin } from "../../provider/pack/native/build.ts";
import { type ProviderKind, providerKinds } from "../../test/helpers/provider-kinds.ts";
import { killTrees } from "../ownership/processes.ts";
import type { Answer, Kind, Order } from "./machine.ts";

/**
 * Two stacks request the same object at once, and requests or responses are lost. Nevertheless, every object must be in at most
 * one state, and one that is in no state must have been named. The provider and the emulator are real; Pulumi's engine and
 * backend are simulated.
 */

/** What the two stacks share. */
const settings = ["two machines, one backend", "one machine, two backends"] as const;

/** They share nothing. Only the setting `stopOnLostResponse` prevents one from taking the object that the other has created. */
const apart = "two machines, two backends";

export interface Case {
  seed: number;
  /** The provider that serves both stacks. */
  provider: ProviderKind;
  kind: Kind;
  setting: (typeof settings)[number] | typeof apart;
  faults: string[];
  /** Milliseconds until the platform acts on a request, so that both stacks have sent theirs before either object is created. */
  delayMs: number;
  /** Milliseconds between the start of the first stack and that of the second. */
  lagMs: number;
  /** Milliseconds after its start at which the first machine is killed. */
  killedMs?: number;
}

export interface Outcome extends Case {
  /** The results of the first round, by stack. */
  first: string[];
  /** The results after each failed stack has run again without faults. */
  second: string[];
  wrong: string[];
}

const collections = {
  rule: "ruleTemplates",
  app: "appTemplates",
  reservation: "reservations",
  cluster: "clusters",
} as const satisfies Record<Kind, string>;

const inputs: Record<Kind, object> = {
  rule: { name: "own", rule: "/own/", ruleType: 0 },
  app: { name: "own", binaryId: 42, owned: true, params: [] },
  reservation: {
    ...{ name: "own", period: "MONTHS12", regionId: 76 },
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
  },
  cluster: {
    ...{ projectId: 1, regionId: 76, name: "own", keypair: "ops", version: "v1.31.9" },
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
  },
};

/** A seeded source of pseudorandom numbers (mulberry32). */
function randomOf(seed: number) {
  let state = seed * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: <T>(from: readonly T[]) => from[below(from.length)] as T };
}

export function caseOf(seed: number): Case {
  const random = randomOf(seed);
  const kind = (["rule", "app", "reservation"] as const)[seed % 3] as Kind;
  const faults = ["drop-before", "drop-after", "garbage", "late", "504", "503"];
  const shared = random.pick(settings);
  return {
    seed,
    // Alternates every two seeds, because one of two successive seeds kills its machines before the second run.
    provider: providerKinds[Math.floor(seed / 2) % providerKinds.length] ?? "dynamic",
    kind: seed % 7 === 0 ? "cluster" : kind,
    setting: seed % 5 === 0 ? apart : shared,
    faults: Array.from({ length: 1 + random.below(2) }, () => random.pick(faults)),
    delayMs: random.pick([0, 150, 300]),
    lagMs: random.pick([0, 0, 5, 20, 60]),
    ...(random.below(5) === 0 && { killedMs: random.below(200) }),
  };
}

function faultOf(name: string, endpoint: string): Record<string, unknown> {
  if (name === "late") return { name, endpoint, ms: 250, count: 1 };
  return /^\d/.test(name) ? { name: "status", status: Number(name), endpoint, count: 1 } : { name, endpoint, count: 1 };
}

const program = fileURLToPath(new URL("machine.ts", import.meta.url));

/** A machine that can be killed and started again with the same files. */
class Machine {
  readonly #folder: string;
  readonly #backend: string;
  readonly #temporary: string;
  readonly #plugin: string;
  #child: ChildProcess | undefined;

  constructor(folder: string, backend: string, temporary: string, plugin: string) {
    this.#plugin = plugin;
    this.#folder = folder;
    this.#backend = backend;
    this.#temporary = temporary;
    for (const path of [folder, backend, temporary]) mkdirSync(path, { recursive: true });
  }

  async up(order: Order): Promise<Answer> {
    const child = await this.start();
    child.send(order);
    const settled = new AbortController();
    const { signal } = settled;
    const ended = once(child, "exit", { signal }).then((): Answer => ({ id: undefined, failure: undefined }));
    const answered = once(child, "message", { signal }).then(([answer]) => answer as Answer);
    // The promise that settles last is ignored.
    for (const one of [ended, answered]) one.catch(() => undefined);
    return Promise.race([answered, ended]).finally(() => settled.abort());
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, "exit");
    killTrees([child.pid ?? 0]);
    await ended;
  }

  async start(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const env = {
      ...process.env,
      TMPDIR: this.#temporary,
      CLOUDPLATFORM_INTENT_DIR: join(this.#folder, "intents"),
      CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.03",
    };
    const child = fork(program, [this.#backend, this.#folder, this.#plugin], { env, execArgv: [] });
    this.#child = child;
    await once(child, "message");
    return child;
  }
}

export async function runCases(
  seeds: readonly number[],
  goesOn: () => boolean,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "two-stacks-"));
  const emulator = await startEmulator({ port: 0, speed: 20_000 });
  const at = (...parts: string[]) => join(home, ...parts);
  const { file } = await buildPlugin(at("plugin"));
  const machine = (name: string, backend: string, temporary: string) =>
    new Machine(at(name), at(backend), at(temporary), file);
  const pairs: Record<Case["setting"], [Machine, Machine]> = {
    "two machines, one backend": [machine("a", "backend", "tmp-a"), machine("b", "backend", "tmp-b")],
    "one machine, two backends": [machine("c", "backend-c", "tmp"), machine("d", "backend-d", "tmp")],
    [apart]: [machine("e", "backend-e", "tmp-e"), machine("f", "backend-f", "tmp-f")],
  };
  try {
    for (const seed of seeds) {
      if (!goesOn()) return;
      const one = caseOf(seed);
      onOutcome(await run(one, emulator, pairs[one.setting]));
    }
  } finally {
    for (const machine of Object.values(pairs).flat()) await machine.kill();
    await emulator.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function run(one: Case, emulator: Emulator, machines: readonly [Machine, Machine]): Promise<Outcome> {
  const { kind, provider, faults, delayMs, lagMs, killedMs, seed, setting } = one;
  const control = (path: string, body?: object) =>
    fetch(`${emulator.url}/_emulator/${path}`, {
      method: body === undefined ? "DELETE" : "POST",
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
  const objects = () => emulator.platform.store[collections[kind]].all() as { id: unknown; name: unknown }[];
  const own = () => objects().filter((object) => object.name === "own");
  const idOf = ({ id }: { id: unknown }) => (kind === "cluster" ? "1/76/own" : String(id));
  await control("reset", {});
  for (const machine of machines) await machine.start();
  for (const name of faults) await control("faults", faultOf(name, `${collections[kind]}.create`));
  if (delayMs > 0)
    await control("faults", { name: "delay", endpoint: `${collections[kind]}.create`, ms: delayMs, count: 2 });
  const order = (stack: string, name: string): Order => ({
    ...{ stack, provider, kind, name, url: emulator.url, inputs: inputs[kind] },
    ambiguityTimeoutSeconds: 0.6,
    stopOnLostResponse: setting === apart,
  });
  const orders = [order("one", `case-${seed}`), order("two", `case-${seed}`)] as const;
  const answers = await Promise.all([
    machines[0].up(orders[0]),
    sleep(lagMs).then(() => machines[1].up(orders[1])),
    killedMs === undefined ? undefined : sleep(killedMs).then(() => machines[0].kill()),
  ]);
  const first = [answers[0], answers[1]];
  const wrong = wrongOf(first);
  await control("faults");
  // After this time, late requests have acted.
  await sleep(300);
  // The engine's next run is a new process. In half of the cases the previous one is still running.
  if (seed % 2 === 0) for (const machine of machines) await machine.kill();
  const second: Answer[] = [];
  for (const [index, answer] of first.entries()) {
    const machine = machines[index as 0 | 1];
    const needsUp = answer.id === undefined || answer.failure !== undefined;
    second.push(needsUp ? await machine.up(orders[index as 0 | 1]) : answer);
  }
  wrong.push(...wrongOf(second));
  const owned = new Set(second.map(({ id }) => id));
  const reported = second.map(({ failure }) => failure ?? "").join("\n");
  for (const id of own().map(idOf))
    if (!owned.has(id) && !new RegExp(`\\b${id}\\b`).test(reported)) wrong.push(`LEFT BEHIND, NOT NAMED: ${id}`);
  for (const id of owned) if (id !== undefined && !own().map(idOf).includes(id)) wrong.push(`DEAD: ${id}`);
  return { ...one, first: first.map(textOf), second: second.map(textOf), wrong };
}

function wrongOf(answers: readonly Answer[]): string[] {
  const [one, other] = answers.map(({ id }) => id);
  const wrong = one !== undefined && one === other ? [`TWO OWNERS: ${one}`] : [];
  for (const { failure } of answers)
    if (failure !== undefined && !/ stopped: | failed: |already|a second time/.test(failure))
      wrong.push(`UNCLEAR: ${failure}`);
  return wrong;
}

function textOf({ id, failure }: Answer): string {
  return failure === undefined ? (id ?? "killed") : `${id ?? "nothing"}: ${failure}`;
}
