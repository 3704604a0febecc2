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

/** A request sent by a deployment. */
export interface SentRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string | string[]>>;
  /** The platform's name of the endpoint, such as `ruleTemplates.create`; null if no endpoint has this path. */
  endpoint: string | null;
  /** The body; fields that are always secret are redacted. */
  body: unknown;
  /** null if the connection was closed without a response. */
  status: number | null;
  response: unknown;
}

/** Skips waits: a cluster whose creation takes minutes exists at once. */
const clock = new SkippingClock();

/** The platforms of the current deployment. */
const current = new AsyncLocalStorage<Platforms>();

/**
 * By the default base URL of their deployments, for requests that several deployments share. Platforms that are no longer used
 * are collected.
 */
const byOrigin = new Map<string, WeakRef<Platforms>>();

let module: EmulatorModule | undefined;

/** Loads the emulator, and redirects every request that a deployment sends from this process to it. */
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

/** Number of deployments in progress: a test may start several at once. */
let running = 0;
let outerClock: Clock | undefined;

let deployments = 0;

/** The platforms of one stack: one for each base URL and API key. */
export class Platforms {
  /** The stack's own disk, so that it does not see what other tests have created. */
  readonly disk = memoryDisk();
  readonly #options: DeployOptions;
  readonly #emulators = new Map<string, InProcessEmulator>();
  /** The default base URL: an address of this machine on which nothing listens. */
  readonly baseUrl: string;
  /** Number of the last request that was taken from each. */
  readonly #taken = new Map<InProcessEmulator, number>();
  /** Read on demand, since most tests never use them. */
  #sent: (() => LoggedRequest[])[] = [];

  constructor(options: DeployOptions) {
    this.#options = options;
    const number = ++deployments;
    this.baseUrl = `http://127.${64 + ((number >> 16) % 64)}.${(number >> 8) & 255}.${number & 255}:9`;
    byOrigin.set(this.baseUrl, new WeakRef(this));
  }

  /** Runs a part of a deployment, whose requests go to these platforms; waits are skipped meanwhile. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    if (running++ === 0) outerClock = useClock(clock);
    try {
      return await current.run(this, run);
    } finally {
      if (--running === 0) useClock(outerClock);
    }
  }

  /** Returns the requests since the last call, evaluated on demand. */
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

  /** Several requests may be in flight, and the last one may end first. */
  #takeFrom(emulator: InProcessEmulator): void {
    this.#sent.push(emulator.requestsAfter(this.#taken.get(emulator) ?? 0));
    this.#taken.set(emulator, emulator.lastRequest);
  }

  /** Returns the platform at a base URL for an API key; opens it on first use. */
  emulator(origin = this.baseUrl, apiKey = defaultKey): InProcessEmulator {
    const name = `${origin} ${apiKey}`;
    const known = this.#emulators.get(name);
    if (known !== undefined) return known;
    if (module === undefined) throw new Error("The emulator is loaded by the first deployment.");
    const { seed, behaviors = {} } = this.#options;
    const opened = module.openInProcess({
      ...{ apiKey, clock, speed, behaviors },
      // Each account is another client; the stack's own is the first.
      clientId: name === `${this.baseUrl} ${defaultKey}` ? 1 : this.#emulators.size + 2,
      seed: { ...emptyAccount, ...seed },
    });
    this.#emulators.set(name, opened);
    return opened;
  }
}

/** At this speed, a cluster that takes four minutes is polled three times. */
const speed = 1000;

/** The built-in records without objects that programs declare: a test only finds objects that it has created. */
const emptyAccount = {
  ruleTemplates: [],
  clusters: [],
  reservations: [],
  appTemplates: [],
  secrets: [],
  thresholds: [],
};

/**
 * The API key of a stack whose configuration has none. It must not be part of any other text, which would show `[redacted]`
 * instead.
 */
export const defaultKey = "key-of-this-test";

function sentRequest(one: LoggedRequest): SentRequest {
  const { method, path, query, endpoint, request, status, response } = one;
  return { method, path, query, endpoint, body: request, status, response };
}
