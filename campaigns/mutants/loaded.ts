import type { ChildProcess } from "node:child_process";
import type { Mutant } from "./operators.ts";

/** What the next run loads: one source with a mutant in it, all with the marks of coverage, or the sources as they are. */
export interface Loaded {
  mutant?: Mutant | undefined;
  marks?: boolean | undefined;
  /** The process that runs the tests, from one run to the next. */
  kept?: ChildProcess | undefined;
}

const shared = globalThis as { loadedMutant?: Loaded };

shared.loadedMutant ??= {};

/** The same in Vitest's configuration, which has its own copies of these modules, and in the campaign. */
export const loaded: Loaded = shared.loadedMutant;
