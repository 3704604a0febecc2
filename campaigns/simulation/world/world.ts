import { useClock } from "@cloudplatform/pulumi/values";
import type { BehaviorSettings } from "../../../emulator/behaviors/settings.ts";
import { keyOf } from "../../../emulator/kubernetes/records.ts";
import { defaults } from "../../../emulator/options.ts";
import { openPlatform, type Platform } from "../../../emulator/platform.ts";
import type { ProviderKind } from "../../../test/helpers/provider-kinds.ts";
import type { Random } from "../../cluster/random.ts";
import { Backend } from "../engine/backend.ts";
import { type Provider, serve } from "../engine/provider.ts";
import type { Load } from "../product/bundle.ts";
import { Machine, type Process } from "./machine.ts";
import { type Account, accountOf, Network } from "./network.ts";
import { nodeModules } from "./node-modules.ts";
import { Simulation } from "./simulation.ts";

/** Two accounts of one platform. Stacks have their objects in the first one. */
const accounts = [
  { apiKey: "key-of-the-account-7Q$x", clientId: 17 },
  { apiKey: "key-of-another-account-3W$k", clientId: 18 },
] as const;
type AccountSettings = (typeof accounts)[number];
const baseUrl = "http://127.0.0.1:8787";

/** A cluster takes half an hour of virtual time. With a poll every three seconds, a life would consist mostly of polls. */
const settings = {
  "cloudplatform:baseUrl": baseUrl,
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

interface Opened {
  account: Account;
  snapshot: number;
  behaviors?: BehaviorSettings | undefined;
}

/** Each account is opened once in this process. Every life restores its initial state. */
const opened = new Map<string, Opened>();

function open({ apiKey, clientId }: AccountSettings): Opened {
  const platform = openPlatform({ ...defaults, apiKey, clientId });
  const { id: snapshot } = platform.snapshots.save("beginning", "", 0, {});
  return { account: accountOf(platform, baseUrl, apiKey), snapshot };
}

function freshAccount(settings: AccountSettings, behaviors?: BehaviorSettings): Account {
  const known = opened.get(settings.apiKey) ?? open(settings);
  opened.set(settings.apiKey, known);
  const { account, snapshot } = known;
  const { platform } = account;
  platform.snapshots.restore(snapshot);
  platform.faults.clear();
  platform.requests.clear();
  platform.visibility.clear();
  platform.past.clear();
  platform.clock.reset();
  platform.timers.reload();
  if (known.behaviors !== behaviors) platform.behaviors.set(behaviors ?? {});
  known.behaviors = behaviors;
  return account;
}

/** Where stacks run: processes of the engine and of providers on machines, one backend, and the platform. */
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
    const account = freshAccount(accounts[0], options.behaviors);
    this.platform = account.platform;
    this.platform.clock.change({ speed: options.speed ?? 1 });
    this.network = new Network(this.simulation, [account]);
    this.machines = [new Machine("laptop"), new Machine("runner")];
  }

  /** The key that the settings of all stacks have now. */
  apiKey: string = accounts[0].apiKey;

  readonly apiKeys = accounts.map(({ apiKey }) => apiKey);

  /**
   * Runs commands whose settings have the key of the other account. Their ids start at the same number: it has some of the objects,
   * and others have other contents.
   */
  async inOtherAccount<T>(run: () => Promise<T>): Promise<T> {
    const account = freshAccount(accounts[1]);
    copySome(this.platform, account.platform, this.simulation.random);
    this.network.accounts[1] = account;
    this.apiKey = accounts[1].apiKey;
    try {
      return await run();
    } finally {
      this.apiKey = accounts[0].apiKey;
    }
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
    const provider = serve(kind, product, process, { ...this.#settings, "cloudplatform:apiKey": this.apiKey });
    // The native provider ends with its engine after saving unfinished operations. The SDK's process keeps running.
    if (kind === "native") engine.onDeath(() => this.#endWith(provider));
    return provider;
  }
}

function copySome(from: Platform, to: Platform, random: Random): void {
  const { ruleTemplates, appTemplates, reservations, clusters, secrets, thresholds } = from.store;
  for (const one of ruleTemplates.all())
    if (random.next() < 0.5) to.store.ruleTemplates.put(one.id, { ...one, client: accounts[1].clientId });
  for (const one of appTemplates.all()) if (random.next() < 0.5) to.store.appTemplates.put(one.id, one);
  for (const one of reservations.all()) if (random.next() < 0.5) to.store.reservations.put(one.id, one);
  for (const one of clusters.all())
    if (random.next() < 0.5) to.store.clusters.put(keyOf(one), { ...one, task_id: null });
  for (const one of secrets.all()) if (random.next() < 0.5) to.store.secrets.put(one.id, one);
  for (const one of thresholds.all()) if (random.next() < 0.5) to.store.thresholds.put(one.client_id, one);
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
