import { useClock } from "@cloudplatform/pulumi/values";
import type { BehaviorSettings } from "../../../emulator/behaviors/settings.ts";
import { defaults } from "../../../emulator/options.ts";
import { openPlatform, type Platform } from "../../../emulator/platform.ts";
import type { ProviderKind } from "../../../test/helpers/provider-kinds.ts";
import { Backend } from "../engine/backend.ts";
import { type Provider, serve } from "../engine/provider.ts";
import type { Load } from "../product/bundle.ts";
import { Machine, type Process } from "./machine.ts";
import { type Account, accountOf, Network } from "./network.ts";
import { nodeModules } from "./node-modules.ts";
import { Simulation } from "./simulation.ts";

const apiKey = "key-of-the-account-7Q$x";
const baseUrl = "http://127.0.0.1:8787";

/** A cluster takes half an hour of virtual time. With a poll every three seconds, a life would consist mostly of polls. */
const settings = {
  "cloudplatform:baseUrl": baseUrl,
  "cloudplatform:apiKey": apiKey,
  "cloudplatform:pollIntervalSeconds": "240",
};

export interface WorldOptions {
  /** Settings of the stacks, in addition to those of every life. */
  settings?: Readonly<Record<string, string>>;
  /** Platform seconds per second of the world. */
  speed?: number;
  /** The platform's behaviors, such as stale reads. */
  behaviors?: BehaviorSettings | undefined;
}

/** The platform is opened once in this process. Every life restores its initial state. */
let opened:
  | { platform: Platform; account: Account; snapshot: number; behaviors?: BehaviorSettings | undefined }
  | undefined;

function freshAccount(behaviors: BehaviorSettings | undefined): Account {
  if (opened === undefined) {
    const platform = openPlatform({ ...defaults, apiKey, clientId: 17 });
    const { id } = platform.snapshots.save("beginning", "", 0, {});
    opened = { platform, account: accountOf(platform, baseUrl, apiKey), snapshot: id };
  }
  const { platform, account, snapshot } = opened;
  platform.snapshots.restore(snapshot);
  platform.faults.clear();
  platform.requests.clear();
  platform.visibility.clear();
  platform.past.clear();
  platform.clock.reset();
  platform.timers.reload();
  if (opened.behaviors !== behaviors) platform.behaviors.set(behaviors ?? {});
  opened.behaviors = behaviors;
  return account;
}

/** Where stacks run: processes of the engine and of providers on machines, one backend, and one account of the platform. */
export class World {
  readonly simulation: Simulation;
  readonly platform: Platform;
  readonly network: Network;
  readonly backend = new Backend();
  readonly machines: readonly Machine[];
  readonly #load: Load;
  /** Engines by their address. */
  readonly #engines = new Map<string, Process>();

  readonly #settings: Readonly<Record<string, string>>;

  constructor(seed: number, load: Load, options: WorldOptions = {}) {
    this.#load = load;
    this.#settings = { ...settings, ...options.settings };
    this.simulation = new Simulation(seed);
    useClock(this.simulation.clock());
    const account = freshAccount(options.behaviors);
    this.platform = account.platform;
    this.platform.clock.change({ speed: options.speed ?? 1 });
    this.network = new Network(this.simulation, [account]);
    this.machines = [new Machine("laptop"), new Machine("runner")];
  }

  get apiKey(): string {
    return apiKey;
  }

  /** Starts the engine of a command. */
  startEngine(machine: Machine, title: string, env: Readonly<Record<string, string>> = {}): Process {
    const engine = machine.start(this.simulation, title, env);
    this.#engines.set(addressOf(engine), engine);
    this.simulation.note(`${title} begins on ${machine.name}`);
    return engine;
  }

  #endWith({ process, cancel }: Provider): void {
    this.simulation.after(this.simulation.random.next() * healthCheckMs, () => process.isAlive && cancel());
    this.simulation.after(healthCheckMs + lastMs, () => process.kill());
  }

  /** Starts a provider's process for an engine. */
  startProvider(kind: ProviderKind, engine: Process, onLog: (text: string) => void): Provider {
    const { machine, title } = engine;
    const process = machine.start(this.simulation, `${title} ${kind}`, engine.env);
    const around = {
      ...{ backend: this.backend, network: this.network },
      isListening: (address: string) => this.#engines.get(address)?.isAlive === true,
    };
    const product = this.#load({
      modules: nodeModules(process, around),
      process: globalsOf(process, addressOf(engine)),
      performance: { timeOrigin: process.startedAtMs, now: () => this.simulation.nowMs },
    });
    product.useClock(this.simulation.clock(() => process.isAlive));
    product.setLogSink(({ severity, text, urn, ephemeral }) => {
      if (!ephemeral && process.isAlive) onLog(`${severity > 1 ? "warning" : "info"}: ${urn}: ${text}`);
    });
    const provider = serve(kind, product, process, this.#settings);
    // The native provider ends with its engine after saving unfinished operations. The SDK's process keeps running.
    if (kind === "native") engine.onDeath(() => this.#endWith(provider));
    return provider;
  }
}

/** How often the native provider checks whether its engine is alive, and how long it continues after the engine's death. */
const healthCheckMs = 5_000;
const lastMs = 30_000;

function addressOf({ pid, machine }: Process): string {
  return `127.0.0.1:${machine.name === "laptop" ? 20_000 + pid : 40_000 + pid}`;
}

/** Node's `process`, as far as the product uses it. */
function globalsOf({ pid, machine, env }: Process, engine: string): object {
  return {
    pid,
    platform: "linux",
    argv: ["node", "provider.cjs", engine],
    env,
    cwd: () => "/project",
    once: () => undefined,
    removeListener: () => undefined,
    kill: (other: number) => {
      if (!machine.isRunning(other)) throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
      return true;
    },
  };
}
