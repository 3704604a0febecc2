import type { BehaviorSettings } from "./behaviors/settings.ts";

/** Start options of the emulator. */
export interface EmulatorOptions {
  /** Address to listen on; the default is loopback. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Directory of the state; undefined keeps the state in memory. */
  readonly dataDirectory: string | undefined;
  /** JSON file with the initial records; undefined uses the built-in seed. */
  readonly seedFile: string | undefined;
  /** Initial records by collection; they replace those of the seed. */
  readonly seed: Readonly<Record<string, unknown>> | undefined;
  /** The accepted API key. */
  readonly apiKey: string;
  /** Platform seconds per real second; undefined keeps the speed of the last run, 1 in a new store. */
  readonly speed: number | undefined;
  /**
   * Id of the client that the key belongs to. Undefined uses the id stored in the data directory, or a random one for a new
   * directory, so that two emulators are two accounts.
   */
  readonly clientId: number | undefined;
  /** Path segment of the edge-app area, and name of the CDN option (platform-api, introduction). */
  readonly edgeWord: string;
  /** Behavior where the sources leave room (`behaviors/table.ts`). Omitted behaviors get their defaults. */
  readonly behaviors: BehaviorSettings;
  /** Report of `cloudplatform doctor --conformance`. Its unknown fields apply, and its behaviors where `behaviors` names no others. */
  readonly reportFile: string | undefined;
  /** Time limit for receiving a request's body. */
  readonly bodyTimeoutMs: number;
  /**
   * Shows bodies, queries and paths in the request log, except fields that are always secret. This includes values that only the
   * program marks as secret.
   */
  readonly recordBodies: boolean;
  /** Requests per second that the platform accepts for each key; further requests get 429. Undefined: no limit. */
  readonly rateLimit: number | undefined;
  /** Whether a rate-limited 429 has `Retry-After`, which the sources leave open (companion §7.1). */
  readonly retryAfter: boolean;
}

export const defaults: EmulatorOptions = {
  host: "127.0.0.1",
  port: 8787,
  dataDirectory: undefined,
  seedFile: undefined,
  seed: undefined,
  apiKey: "local",
  clientId: undefined,
  speed: undefined,
  edgeWord: "edgeapp",
  behaviors: {},
  reportFile: undefined,
  // Enough for 1 MiB over a link of 1 Mbit/s.
  bodyTimeoutMs: 10_000,
  recordBodies: false,
  rateLimit: undefined,
  retryAfter: true,
};
