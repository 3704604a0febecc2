import { AsyncLocalStorage } from "node:async_hooks";
import { type Client, createClient } from "../client/index.ts";
import type { Definition } from "./definition.ts";
import type { LookupOptions } from "./lookup.ts";

/** Defaults of lookups: outside Pulumi from the environment, inside from the stack's program. */
export interface LookupDefaults {
  /** The default client. */
  client(options: LookupOptions): Client | Promise<Client>;
  /** The result from the mocks of a unit test. Undefined: the request goes to the platform. */
  mockedResult(definition: Definition, args: object, options: LookupOptions): Promise<unknown> | undefined;
  /** The current run, an object: the next run in the process has another. */
  run(): object;
  /** Shows a warning. */
  warn(text: string): void;
  /** Whether this run is a preview, in which writes are not allowed. */
  isPreview(): boolean;
  /** Adds context to an error before a lookup throws it. */
  decorateError(error: unknown): unknown;
}

let environmentClient: Client | undefined;

let current: LookupDefaults = {
  client: () => {
    environmentClient ??= createClient();
    return environmentClient;
  },
  mockedResult: () => undefined,
  run: () => process,
  warn: (text) => process.emitWarning(text),
  isPreview: () => false,
  decorateError: (error) => error,
};

/** Those of one call: a process can serve programs and the calls of the plugin at once. */
const ofCall = new AsyncLocalStorage<LookupDefaults>();

/** Called once when the entry point for Pulumi programs is loaded. Lookups do not depend on Pulumi. */
export function setLookupDefaults(surroundings: LookupDefaults): void {
  current = surroundings;
}

export function withLookupDefaults<T>(surroundings: LookupDefaults, call: () => T): T {
  return ofCall.run(surroundings, call);
}

export function lookupDefaults(): LookupDefaults {
  return ofCall.getStore() ?? current;
}
