import { globPattern } from "../../values/index.ts";
import { ReviewError } from "../model/errors.ts";

/** Stacks by wave: what is in a wave is applied at once, and after all waves before. */
export type Waves = string[][];

/**
 * The order in which stacks are applied: a stack after those whose outputs it reads, as far as these are applied, too. `patterns` are
 * waves of the user's own, each a list of patterns with commas; within one of them the references decide.
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
    // Stacks that read each other have no order: they were applied in turns, and are so again.
    const wave = free.length > 0 ? free : left;
    waves.push(wave);
    left = left.filter((id) => !wave.includes(id));
  }
  return waves;
}
