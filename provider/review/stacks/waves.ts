import { globPattern } from "../../values/index.ts";
import { ReviewError } from "../model/errors.ts";

/** Stacks by wave. The stacks of a wave are applied in parallel, after all earlier waves. */
export type Waves = string[][];

/**
 * The order in which stacks are applied: a stack comes after the stacks whose outputs it reads, if these are applied, too.
 * `patterns` are the user's waves, each a comma-separated list of patterns; within a user's wave, references decide.
 */
export function wavesOf(reads: ReadonlyMap<string, readonly string[]>, patterns?: readonly string[]): Waves {
  if (patterns === undefined) return byReferences([...reads.keys()], reads);
  const own = patterns.map((): string[] => []);
  for (const id of reads.keys()) {
    const wave = patterns.findIndex((one) => one.split(",").some((glob) => globPattern(glob.trim()).test(id)));
    if (wave === -1)
      throw new ReviewError(
        `The stack "${id}" is in no wave. Let --waves end with '*', or leave the stack out.`,
        "CP4001",
      );
    own[wave]?.push(id);
  }
  return own.flatMap((ids) => byReferences(ids, reads));
}

function byReferences(ids: readonly string[], reads: ReadonlyMap<string, readonly string[]>): Waves {
  const waves: Waves = [];
  let left = [...ids];
  while (left.length > 0) {
    const free = left.filter((id) => !reads.get(id)?.some((one) => one !== id && left.includes(one)));
    // Stacks that read each other have no order; they go into one wave.
    const wave = free.length > 0 ? free : left;
    waves.push(wave);
    left = left.filter((id) => !wave.includes(id));
  }
  return waves;
}
