import type { ChildProcess } from "node:child_process";
import type { Mutant } from "./operators.ts";

/** What the next run loads: one source with a mutant, all sources with coverage marks, or the unchanged sources. */
export interface Loaded {
  mutant?: Mutant | undefined;
  marks?: boolean | undefined;
  /** The process that runs the tests; several runs share it. */
  kept?: ChildProcess | undefined;
}

const shared = globalThis as { loadedMutant?: Loaded };

shared.loadedMutant ??= {};

/** Shared by the campaign and by Vitest's configuration, which loads separate copies of these modules. */
export const loaded: Loaded = shared.loadedMutant;
