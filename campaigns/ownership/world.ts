import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Emulator, type FaultSpec, startEmulator } from "@cloudplatform/emulator";
import { fileBackendUrl } from "../../test/helpers/file-backend.ts";
import type { ensurePulumi } from "../../tools/pulumi.mjs";
import { type Run, run } from "./engine.ts";
import { type Declared, facts } from "./kinds.ts";
import { type Live, liveObjects } from "./objects.ts";
import type { Scene, StackModel } from "./scene.ts";
import { type Entry, entriesOf } from "./state.ts";

export type Cli = Awaited<ReturnType<typeof ensurePulumi>>;

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Platform seconds per real second. A cluster is created in 0.6 s. */
export const speed = 1_000;

/** Most late effects happen within half of this time, the others after it: see faults.ts. */
export const ambiguityTimeoutSeconds = "6";
export const pollIntervalSeconds = "0.1";

/** When a command is killed: a delay after its n-th request to the platform, or after its start. */
export interface Kill {
  request: number;
  /** Whether only requests that create count. */
  creates?: boolean;
  delayMs: number;
  afterMs?: number;
}

export interface RunOptions {
  resources?: readonly Declared[];
  kill?: Kill;
  /** Name of the checkout in which the command runs. */
  checkout?: string;
  /** Whether the program is a file that the language host runs, instead of a function in this process. */
  isProgramFile?: boolean;
}

const creating = new Set<string>(Object.values(facts).map(({ create }) => create));

/** Stores the states. */
export interface Backend {
  /** The value for `PULUMI_BACKEND_URL`. */
  url: string;
  /** Text of a stack's checkpoint; undefined if there is none. */
  checkpoint(project: string, stack: string): Promise<string | undefined>;
  /** Releases the lock of a stack whose command was killed, without a CLI command. */
  unlock?(): void;
}

const project = "campaign";

export interface WorldOptions {
  /** Stores the states; files by default. */
  backend?: Backend;
  /** Folder of the native provider's plugin. */
  plugin?: string;
}

/** One platform, one backend, and checkouts of one project, each with its own home folder and records. */
export class World {
  readonly emulator: Emulator;
  readonly folder: string;
  /** Number of CLI commands that have run. */
  commands = 0;
  readonly #backend: Backend;
  readonly #cli: Cli;
  readonly #plugin: string | undefined;
  #onRequest: (endpoint: string) => void = () => undefined;
  /** Real time of the last late effect. */
  #quietAt = 0;

  private constructor(emulator: Emulator, cli: Cli, { backend, plugin }: WorldOptions) {
    this.emulator = emulator;
    this.#cli = cli;
    this.#plugin = plugin;
    this.folder = mkdtempSync(join(tmpdir(), "ownership-"));
    this.#backend = backend ?? fileBackend(join(this.folder, "backend"));
    const { faults, timers } = emulator.platform;
    const meet = faults.match.bind(faults);
    faults.match = (target) => {
      this.#onRequest(target.endpoint ?? "");
      const met = meet(target);
      const late = met.get("late");
      if (late !== undefined) this.#quietAt = Math.max(this.#quietAt, performance.now() + late.ms + 20);
      return met;
    };
    // The simulated staff do not approve reservations, so that they can still be cancelled.
    timers.on("reservation.CREATED", () => undefined);
  }

  static async open(cli: Cli, options: WorldOptions = {}): Promise<World> {
    return new World(await startEmulator({ speed }), cli, options);
  }

  /** A checkout of the project, created on first use. */
  #checkout(name: string): { cwd: string; env: NodeJS.ProcessEnv } {
    const cwd = join(this.folder, name, "project");
    const home = join(this.folder, name, "home");
    if (!existsSync(cwd)) {
      for (const path of [cwd, home]) mkdirSync(path, { recursive: true });
      symlinkSync(modules, join(cwd, "node_modules"));
      const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
      const plugins =
        this.#plugin === undefined
          ? ""
          : `plugins:\n  providers:\n    - name: cloudplatform\n      path: ${this.#plugin}\n`;
      writeFileSync(join(cwd, "Pulumi.yaml"), `name: ${project}\n${runtime}${plugins}`);
      writeFileSync(join(cwd, "package.json"), '{ "type": "module", "main": "index.ts" }\n');
    }
    const env = {
      ...process.env,
      ...this.#cli.env,
      ...{ HOME: home, PULUMI_HOME: join(home, ".pulumi"), PULUMI_BACKEND_URL: this.#backend.url },
      // Records of creations are stored next to Pulumi.yaml, as for users.
      CLOUDPLATFORM_INTENT_DIR: undefined,
      ...commandEnvironment(this.emulator.url),
    };
    return { cwd, env };
  }

  /** Runs a command of the CLI on a stack. */
  async command(stack: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { resources, kill, checkout = "one", isProgramFile = false } = options;
    const { cwd, env } = this.#checkout(checkout);
    this.commands++;
    let killNow: () => void = () => undefined;
    let requests = 0;
    if (kill !== undefined)
      this.#onRequest = (endpoint) => {
        if (kill.creates === true && !creating.has(endpoint)) return;
        if (++requests !== kill.request) return;
        if (kill.delayMs === 0) killNow();
        else setTimeout(killNow, kill.delayMs);
      };
    if (isProgramFile) writeFileSync(join(cwd, "index.ts"), programText(resources ?? []));
    const done = await run({
      ...{ bin: this.#cli.bin, args: [...args, "-s", stack], cwd, env },
      resources: isProgramFile ? undefined : resources,
      onStart: (killAll) => {
        killNow = killAll;
        if (kill?.afterMs !== undefined) setTimeout(killAll, kill.afterMs);
      },
    });
    this.#onRequest = () => undefined;
    if (done.code === null) this.#backend.unlock?.();
    await sleep(Math.max(20, this.#quietAt - performance.now()));
    await this.#tasksEnded();
    return done;
  }

  /** Waits for the tasks of a killed command, because their effects belong to that command. A stalled task never ends. */
  async #tasksEnded(): Promise<void> {
    const { tasks } = this.emulator.platform.store;
    const goesOn = () => tasks.all().some(({ state }) => state === "NEW" || state === "RUNNING");
    for (let tries = 0; tries < 100 && goesOn(); tries++) await sleep(20);
  }

  /** Replaces the faults. Late effects are awaited at the end of each command. */
  addFaults(faults: readonly FaultSpec[]): void {
    this.emulator.platform.faults.clear();
    for (const fault of faults) this.emulator.platform.faults.add(fault);
  }

  /** Ends all faults. Returns whether one has affected a request or a task. */
  endFaults(): boolean {
    const { faults } = this.emulator.platform;
    const hasMet = [...faults.list(), ...faults.history()].some(({ hits }) => hits > 0);
    faults.clear();
    return hasMet;
  }

  async scene(stacks: readonly StackModel[]): Promise<Scene> {
    const { platform } = this.emulator;
    const live = liveObjects(platform);
    const creators = new Map(platform.store.clusters.all().map((one) => [`cluster:${one.id}`, one.creator_task_id]));
    const entries = new Map<StackModel, Entry[]>();
    for (const stack of stacks) {
      const text = await this.#backend.checkpoint(project, stack.name);
      entries.set(stack, text === undefined ? [] : entriesOf(text, live, (key) => creators.get(key)));
    }
    return { live, entries };
  }

  live(): Map<string, Live> {
    return liveObjects(this.emulator.platform);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function fileBackend(folder: string): Backend {
  mkdirSync(folder);
  return {
    url: fileBackendUrl(folder),
    checkpoint: (project, stack) =>
      readFile(join(folder, ".pulumi/stacks", project, `${stack}.json`), "utf8").catch(() => undefined),
    // On this backend `pulumi cancel` does the same.
    unlock: () => rmSync(join(folder, ".pulumi/locks"), { recursive: true, force: true }),
  };
}

/** A program as a file, for the language host. */
function programText(resources: readonly Declared[]): string {
  const declarations = fileURLToPath(new URL("kinds.ts", import.meta.url));
  return `import { programOf } from ${JSON.stringify(declarations)};\nawait programOf(${JSON.stringify(resources)})();\n`;
}

/** Environment variables of every command, on every backend. */
export function commandEnvironment(url: string): NodeJS.ProcessEnv {
  return {
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DEBUG_COMMANDS: "true",
    CLOUDPLATFORM_BASE_URL: url,
    CLOUDPLATFORM_API_KEY: "local",
    CLOUDPLATFORM_POLL_INTERVAL_SECONDS: pollIntervalSeconds,
    CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: ambiguityTimeoutSeconds,
  };
}
