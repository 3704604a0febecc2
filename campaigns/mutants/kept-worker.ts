import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PoolOptions, PoolWorker } from "vitest/node";
import { loaded } from "./loaded.ts";

type Listener = (...args: unknown[]) => void;

/** Id of the process that runs the tests, if one is running. */
export function keptProcess(): number | undefined {
  return loaded.kept?.pid;
}

/** Kills the process and its children. The next run starts a new one. */
export function endKeptProcess(): void {
  const { pid } = loaded.kept ?? {};
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
  loaded.kept = undefined;
}

/** One run's connection to the kept process, in which all unchanged modules stay loaded. */
class KeptWorker implements PoolWorker {
  readonly name = "kept";
  readonly #options: PoolOptions;
  readonly #listeners: [event: string, listener: Listener][] = [];
  #isNew = false;
  #process: ChildProcess | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#isNew = loaded.kept === undefined;
    loaded.kept ??= started(this.#options);
    this.#process = loaded.kept;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#process?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#process?.off(event, listener);
  }

  /** Forwards messages to the process. It receives the start message only once, and never a stop message. */
  send(message: Parameters<PoolWorker["send"]>[0]): void {
    if (message.type === "stop") this.#answer("stopped");
    else if (message.type === "start" && !this.#isNew) this.#answer("started");
    else if (this.#process?.connected) this.#process.send(message);
  }

  #answer(type: "started" | "stopped"): void {
    queueMicrotask(() => {
      for (const [event, listener] of this.#listeners)
        if (event === "message") listener({ __vitest_worker_response__: true, type });
    });
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#process?.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}

function started({ env, execArgv }: PoolOptions): ChildProcess {
  const child = fork(fileURLToPath(new URL("kept-process.ts", import.meta.url)), [], {
    env: env as NodeJS.ProcessEnv,
    execArgv,
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  child.setMaxListeners(0);
  child.once("exit", () => {
    if (loaded.kept === child) loaded.kept = undefined;
  });
  return child;
}

/** A Vitest pool whose process outlives its runs. */
export const keptPool = { name: "kept", createPoolWorker: (options: PoolOptions) => new KeptWorker(options) };
