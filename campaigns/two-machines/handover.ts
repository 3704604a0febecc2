import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";
import { Random } from "../cluster/random.ts";
import { createFault, createFaults, killOf, otherFault } from "../ownership/faults.ts";
import { type Declared, drawnKinds } from "../ownership/kinds.ts";
import { giveWay, wantsRefresh } from "../ownership/person.ts";
import { postgresBackend } from "../ownership/postgres.ts";
import { programText } from "../ownership/program-text.ts";
import { actionOf, type Scene, type StackModel } from "../ownership/scene.ts";
import { Server, type Serving } from "../ownership/serving.ts";
import { Verdict } from "../ownership/verdict.ts";
import { type Backend, type Cli, type Kill, World } from "../ownership/world.ts";

/** The result of a run. */
export interface Outcome {
  seed: number;
  steps: string[];
  wrong: string[];
  output?: string;
  commands: number;
  /** Kinds of the resources. */
  kinds: string[];
  /** How machine A's command ended: `killed`, `failed` or `done`. */
  ended: string;
  fault: string;
  refusals: number;
  warnedOnly: number;
  untold: number;
  /** How machine B continued: `up`, `stopped, then adopted`… */
  carriedOn: string;
  seconds: number;
}

export interface HandoverOptions {
  /** Port of the PostgreSQL server. */
  port: number;
  provider: Serving;
  /** Folder of the native provider's plugin. */
  plugin?: string;
}

const yes = ["--yes", "--skip-preview"];

/** Machine A is interrupted, machine B continues without A's records, and then A returns. */
export class Handover {
  readonly #world: World;
  readonly #random: Random;
  readonly #server: Server;
  readonly #stack: StackModel;
  readonly #verdict: Verdict;
  readonly #steps: string[] = [];
  #wrong: string[] = [];
  #output = "";
  #fault = "none";

  private constructor(world: World, seed: number, serving: Serving) {
    this.#world = world;
    this.#server = new Server(serving, seed);
    this.#random = new Random(seed);
    this.#stack = { name: `run-${seed}`, desired: this.#program(seed) };
    this.#verdict = new Verdict(world.live());
  }

  static async run(cli: Cli, backend: Backend, seed: number, { provider, plugin }: HandoverOptions): Promise<Outcome> {
    const began = performance.now();
    const world = await World.open(cli, { backend, plugin });
    try {
      const one = new Handover(world, seed, provider);
      const wanted = one.#stack.desired.map(({ kind }) => kind);
      const { ended, carriedOn } = await one.#live();
      return {
        ...{ seed, steps: one.#steps, wrong: one.#wrong, commands: world.commands, kinds: wanted, ended, carriedOn },
        ...(one.#wrong.length > 0 ? { output: one.#output } : {}),
        ...{
          fault: one.#fault,
          refusals: one.#verdict.refusals,
          warnedOnly: one.#verdict.warnedOnly,
          untold: one.#verdict.untold,
        },
        seconds: Math.round((performance.now() - began) / 100) / 10,
      };
    } finally {
      await world.close();
    }
  }

  /** One to three resources. The kind of the first one depends on the seed, so that all four kinds take turns. */
  #program(seed: number): Declared[] {
    const first = drawnKinds[seed % drawnKinds.length] ?? "rule";
    const others = drawnKinds.filter((kind) => kind !== first && this.#random.next() < 0.35);
    return [first, ...others].map((kind) => ({
      ...{ kind, logical: `${kind}-1`, name: "alpha", variant: kind === "reservation" ? 0 : 1 },
    }));
  }

  async #live(): Promise<{ ended: string; carriedOn: string }> {
    const init = await this.#world.command(this.#stack.name, ["stack", "init"], { checkout: "a" });
    if (init.code !== 0) throw new Error(init.output);
    if (this.#random.next() < 0.2) await this.#stranger();
    if (this.#random.next() < 0.2) await this.#settled();
    const ended = this.#isWrong() ? "" : await this.#interrupted();
    const carriedOn = this.#isWrong() ? "" : await this.#carriedOn();
    if (!this.#isWrong() && this.#random.next() < 0.35) await this.#back();
    return { ended, carriedOn };
  }

  #isWrong(): boolean {
    return this.#wrong.length > 0;
  }

  /** A has deployed before, so that its change is interrupted instead of its first deployment. */
  async #settled(): Promise<void> {
    await this.#step("a", "up");
    const { desired } = this.#stack;
    for (const one of desired) if (one.kind !== "reservation") one.variant = 2;
    const kind = this.#random.pick(["rule", "app", "cluster"] as const);
    desired.push({ kind, logical: `${kind}-2`, name: "beta", variant: 1 });
    if (this.#random.next() < 0.3) desired.shift();
  }

  /** A runs the program from a file, as users do. It is killed, fails, or succeeds. */
  async #interrupted(): Promise<string> {
    const faults = this.#random.next() < 0.55;
    if (faults) this.#addFault();
    const kill = this.#random.next() < 0.8 || !faults ? killOf(this.#stack.desired.length, this.#random) : undefined;
    const code = await this.#step("a", "up", { kill, isProgramFile: true });
    if (code !== null) return code === 0 ? "done" : "failed";
    // The killed command still holds the lock.
    const cancelled = await this.#world.command(this.#stack.name, ["cancel", "--yes"], { checkout: "b" });
    this.#steps.push(`b: cancel (${cancelled.code})`);
    return "killed";
  }

  #addFault(): void {
    // The only resource was removed from the program in favor of somebody else's object.
    if (this.#stack.desired.length === 0) return;
    const { kind } = this.#random.pick(this.#stack.desired as [Declared, ...Declared[]]);
    const name = this.#random.pick(createFaults);
    this.#fault = this.#random.next() < 0.85 ? name : "other";
    const specs = this.#fault === "other" ? otherFault(this.#random) : createFault(name, kind, this.#random);
    this.#world.addFaults(specs);
    this.#steps.push(`faults: ${JSON.stringify(specs)}`);
  }

  /** B has only the repository and the backend. */
  async #carriedOn(): Promise<string> {
    const chance = this.#random.next();
    if (chance < 0.15) {
      await this.#step("b", "destroy");
      return "destroy";
    }
    if (chance < 0.3) await this.#step("b", "refresh");
    if (this.#random.next() < 0.25) this.#addFault();
    const how: string[] = [];
    for (let tries = 0; tries < 4 && !this.#isWrong(); tries++) {
      const code = await this.#step("b", "up");
      if (code === 0) return how.length === 0 ? "up" : how.join(", ");
      how.push(this.#stack.desired.some(({ adopt }) => adopt !== undefined) ? "stopped, adopted" : "stopped");
    }
    if (!this.#isWrong()) this.#wrong.push("NO END: B could not be brought to an end in four attempts");
    return "";
  }

  /** A returns with outdated records and the same repository. */
  async #back(): Promise<void> {
    if (this.#random.next() < 0.5) {
      const one = this.#stack.desired[0];
      if (one !== undefined) Object.assign(one, { aliases: [one.logical], logical: `${one.kind}-9` });
    }
    await this.#step("a", "up");
    if (!this.#isWrong()) await this.#step("a", "destroy");
  }

  async #stranger(): Promise<void> {
    const client = createClient({ baseUrl: this.#world.emulator.url, apiKey: "local" }).bind(scopeOf("two-machines"));
    const { kind, name } = this.#stack.desired[0] ?? { kind: "rule", name: "alpha" };
    const before = this.#world.live();
    if (kind === "rule")
      await client.call(endpoints["ruleTemplates.create"], {
        body: { name, rule: `/${name}`, ruleType: 0, weight: 11 },
      });
    if (kind === "app")
      await client.call(endpoints["appTemplates.create"], {
        body: { name, binaryId: 42, owned: true, params: [], shortDescr: "Version 1" },
      });
    if (kind === "reservation")
      await client.call(endpoints["reservations.create"], {
        body: {
          ...{ name, period: "MONTHS12", regionId: 76 },
          resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
        },
      });
    for (const live of this.#world.live().values())
      if (!before.has(live.key)) {
        this.#verdict.addStranger(live);
        this.#steps.push(`somebody else has created ${live.key} "${live.name}"`);
      }
  }

  async #step(
    checkout: "a" | "b",
    verb: "up" | "refresh" | "destroy",
    options: { kill?: Kill; isProgramFile?: boolean } = {},
  ): Promise<number | null> {
    const stack = this.#stack;
    if (verb === "up") this.#steps.push(...this.#server.serve(stack.desired));
    const program = verb === "up" ? ` ${programText(stack.desired)}` : "";
    const kill = options.kill === undefined ? "" : `, kill -9 ${JSON.stringify(options.kill)}`;
    this.#steps.push(`${checkout}: ${verb}${program}${kill}`);
    const before = await this.#world.scene([stack]);
    const resources = verb === "up" ? stack.desired.map((one) => ({ ...one })) : undefined;
    const run = await this.#world.command(stack.name, [verb, ...yes], { ...options, checkout, resources });
    const faulted = this.#world.endFaults();
    const hasAny = (before.entries.get(stack) ?? []).length > 0;
    const canTell = verb === "up" || (checkout === "a" && hasAny);
    const after = await this.#check(before, { ...actionOf(stack, verb), ...run, faulted, canTell });
    this.#steps.push(`   exit code ${run.code}${faulted ? ", a request met a fault" : ""}`);
    if (run.code === 0 && verb === "up")
      for (const one of stack.desired) {
        delete one.adopt;
        delete one.mayBeSecond;
      }
    if (run.code !== 0 && run.code !== null && verb === "up" && !faulted && !this.#isWrong()) {
      this.#steps.push(...giveWay(stack, after, run.output, this.#verdict, this.#random.next() < 0.6));
      if (wantsRefresh(run.output)) await this.#step(checkout, "refresh");
    }
    return run.code;
  }

  async #check(before: Scene, action: ReturnType<typeof actionOf>): Promise<Scene> {
    const after = await this.#world.scene([this.#stack]);
    this.#wrong = this.#verdict.check(before, after, [action]);
    this.#output = action.output;
    return after;
  }
}

const backends = new Map<number, ReturnType<typeof postgresBackend>>();

/** Runs one seed for the campaign. */
export async function runHandover(cli: Cli, seed: number, options: HandoverOptions): Promise<Outcome> {
  const { port } = options;
  const backend = backends.get(port) ?? postgresBackend(port);
  backends.set(port, backend);
  return Handover.run(cli, await backend, seed, options);
}
