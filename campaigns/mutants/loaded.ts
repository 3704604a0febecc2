import type { Mutant } from "./operators.ts";

/** What the next run loads: one source with a mutant in it, all with the marks of coverage, or the sources as they are. */
export interface Loaded {
  mutant?: Mutant | undefined;
  marks?: boolean | undefined;
}

const shared = globalThis as { loadedMutant?: Loaded };

shared.loadedMutant ??= {};

/** The same in Vitest's configuration, which has its own copy of this module, and in the worker that sets it. */
export const loaded: Loaded = shared.loadedMutant;
