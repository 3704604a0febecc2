import type { HabitSettings } from "./habits/settings.ts";

/** How an emulator is started. */
export interface EmulatorOptions {
  /** Address to listen on; the default is loopback. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Directory of the state; undefined keeps it in memory. */
  readonly dataDirectory: string | undefined;
  /** JSON file with what the platform has at its first start; undefined takes the emulator's own. */
  readonly seedFile: string | undefined;
  /** The key that is accepted. */
  readonly apiKey: string;
  /** Platform seconds for each real one; undefined keeps that of the last run, 1 at first. */
  readonly speed: number | undefined;
  /** Path word of the edge-app area, and name of the CDN option (platform-api, introduction). */
  readonly edgeWord: string;
  /** How it answers where the sources leave room (`habits/table.ts`); what is left out is as the default. */
  readonly habits: HabitSettings;
  /** A request's body must have arrived after this time. */
  readonly bodyTimeoutMs: number;
  /**
   * The record of requests shows bodies, queries and paths as they are, without the fields that are always secret. What a
   * program alone calls secret is shown then.
   */
  readonly recordBodies: boolean;
}

export const defaults: EmulatorOptions = {
  host: "127.0.0.1",
  port: 8787,
  dataDirectory: undefined,
  seedFile: undefined,
  apiKey: "local",
  speed: undefined,
  edgeWord: "edgeapp",
  habits: {},
  // A body of 1 MiB arrives in this time over a link of 1 Mbit/s.
  bodyTimeoutMs: 10_000,
  recordBodies: false,
};
