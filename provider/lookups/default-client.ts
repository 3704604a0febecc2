import { type Client, createClient } from "../client/index.ts";
import type { Definition } from "./definition.ts";
import type { LookupOptions } from "./lookup.ts";

/** Where lookups stand: outside Pulumi in the environment, inside in the stack's program. */
export interface Surroundings {
  /** The client of lookups that are given none. */
  client(options: LookupOptions): Client | Promise<Client>;
  /** Answers in place of the platform: the mocks of a unit test. Undefined: the platform is asked. */
  answer(definition: Definition, args: object, options: LookupOptions): Promise<unknown> | undefined;
  /** Whether this run only shows what would happen, so that nothing may be written. */
  isPreview(): boolean;
  /** What is done to an error that leaves a lookup, for whoever prints it. */
  told(error: unknown): unknown;
}

let ofEnvironment: Client | undefined;

let current: Surroundings = {
  client: () => {
    ofEnvironment ??= createClient();
    return ofEnvironment;
  },
  answer: () => undefined,
  isPreview: () => false,
  told: (error) => error,
};

/** What the front for Pulumi programs says once, when it is loaded. Lookups themselves know nothing of Pulumi. */
export function surround(surroundings: Surroundings): void {
  current = surroundings;
}

export function surroundings(): Surroundings {
  return current;
}
