import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import type { InProcessEmulator, LoggedRequest } from "@cloudplatform/emulator/in-process";
import { type Incoming, type Outgoing, useInProcessPlatform } from "../client/transport.ts";
import { memoryDisk, useDisk } from "../engine/records/disk.ts";
import { type Clock, useClock } from "../values/index.ts";
import { SkippingClock } from "./clock.ts";
import { once } from "./once.ts";
import type { DeployOptions } from "./options.ts";

type EmulatorModule = typeof import("@cloudplatform/emulator/in-process");

/** A request that a deployment has sent. */
export interface SentRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string | string[]>>;
  /** What the platform calls the endpoint, such as `ruleTemplates.create`; null: it knows none of this path. */
  endpoint: string | null;
  /** The body; fields that are always secret are redacted. */
  body: unknown;
  /** null: the connection was closed without a response. */
  status: number | null;
  response: unknown;
}

/** Ends waits: a cluster whose creation takes minutes is there at once. */
const clock = new SkippingClock();

/** The platforms of the deployment that goes on. */
const current = new AsyncLocalStorage<Platforms>();

/** By the default base URL of their deployments, for requests that several of them share. Those that nobody uses any more go. */
const byOrigin = new Map<string, WeakRef<Platforms>>();

let module: EmulatorModule | undefined;

/** Loads the emulator, and sends every request of this process to it that a deployment makes. */
export async function prepareEmulator(): Promise<void> {
  module ??= await loadEmulator();
  useDisk(() => current.getStore()?.disk);
  useInProcessPlatform((request) => (current.getStore() ?? byOrigin.get(request.origin)?.deref())?.answer(request));
}

async function loadEmulator(): Promise<EmulatorModule> {
  try {
    return await import("@cloudplatform/emulator/in-process");
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    // Jest runs CommonJS without dynamic imports.
    if (code.startsWith("ERR_VM_DYNAMIC_IMPORT"))
      return createRequire(import.meta.url)("@cloudplatform/emulator/in-process");
    if (!/NOT_FOUND/.test(code) && !/Cannot find|Failed to resolve/.test(message)) throw error;
    throw new Error(
      "@cloudplatform/pulumi/testing needs the emulator, which is not installed: npm install --save-dev @cloudplatform/emulator",
      { cause: error },
    );
  }
}

/** Deployments that go on: a test may begin several at once. */
let running = 0;
let outerClock: Clock | undefined;

let deployments = 0;

/** The platforms that one stack talks to: one for each base URL and API key. */
export class Platforms {
  /** The stack's own machine: what other tests have created is not on it. */
  readonly disk = memoryDisk();
  readonly #options: DeployOptions;
  readonly #emulators = new Map<string, InProcessEmulator>();
  /** The default base URL: an address of this machine at which nothing listens. */
  readonly baseUrl: string;
  /** Number of the last request of each that was taken. */
  readonly #taken = new Map<InProcessEmulator, number>();
  /** Most tests never look at them. */
  #sent: (() => LoggedRequest[])[] = [];

  constructor(options: DeployOptions) {
    this.#options = options;
    const number = ++deployments;
    this.baseUrl = `http://127.${64 + ((number >> 16) % 64)}.${(number >> 8) & 255}.${number & 255}:9`;
    byOrigin.set(this.baseUrl, new WeakRef(this));
  }

  /** Runs a part of a deployment, whose requests these platforms answer; nobody waits meanwhile. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    if (running++ === 0) outerClock = useClock(clock);
    try {
      return await current.run(this, run);
    } finally {
      if (--running === 0) useClock(outerClock);
    }
  }

  /** Requests since the last call, when they are asked for. */
  takeSent(): () => readonly SentRequest[] {
    const sent = this.#sent;
    this.#sent = [];
    return once(() => sent.flatMap((requests) => requests().map(sentRequest)));
  }

  async answer(request: Outgoing): Promise<Incoming> {
    const { origin, path, method, headers, body, signal } = request;
    const key = (headers.authorization ?? "").replace(/^apikey /, "");
    const emulator = this.emulator(origin, key);
    clock.begun(request);
    try {
      const response = await emulator.answer({ method, url: `${origin}${path}`, headers, body });
      this.#takeFrom(emulator);
      if (signal.aborted) throw Object.assign(new Error("aborted"), { name: "AbortError", code: "UND_ERR_ABORTED" });
      if (response === undefined) throw Object.assign(new Error("closed"), { code: "UND_ERR_SOCKET" });
      const { status, bytes } = response;
      return { statusCode: status, headers: response.headers, body: { arrayBuffer: async () => bytes } };
    } finally {
      clock.ended(request);
    }
  }

  /** Several requests may be answered at once, and the last of them ends first. */
  #takeFrom(emulator: InProcessEmulator): void {
    this.#sent.push(emulator.requestsAfter(this.#taken.get(emulator) ?? 0));
    this.#taken.set(emulator, emulator.lastRequest);
  }

  /** The platform at a base URL, for an API key. It is opened when it is first asked. */
  emulator(origin = this.baseUrl, apiKey = defaultKey): InProcessEmulator {
    const name = `${origin} ${apiKey}`;
    const known = this.#emulators.get(name);
    if (known !== undefined) return known;
    if (module === undefined) throw new Error("The emulator is loaded by the first deployment.");
    const { seed, behaviors = {} } = this.#options;
    const opened = module.openInProcess({
      ...{ apiKey, clock, speed, habits: behaviors },
      // Each account is another client, and the stack's own the first.
      clientId: name === `${this.baseUrl} ${defaultKey}` ? 1 : this.#emulators.size + 2,
      seed: { ...emptyAccount, ...seed },
    });
    this.#emulators.set(name, opened);
    return opened;
  }
}

/** A cluster that takes four minutes is polled three times. */
const speed = 1000;

/** The built-in records without what programs declare: a test meets nothing that it has not made. */
const emptyAccount = {
  ruleTemplates: [],
  clusters: [],
  reservations: [],
  appTemplates: [],
  secrets: [],
  thresholds: [],
};

/** The API key of a stack whose configuration has none. No text has it as a part: each would have `[redacted]` in its place. */
export const defaultKey = "key-of-this-test";

function sentRequest(one: LoggedRequest): SentRequest {
  const { method, path, query, endpoint, request, status, response } = one;
  return { method, path, query, endpoint, body: request, status, response };
}
