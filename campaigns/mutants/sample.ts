import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { randomSequence } from "../../emulator/faults/random.ts";
import { rooms, sources } from "./files.ts";
import { keyOf, type Mutant, mutantsOf } from "./operators.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A drawn mutant. If its line is no longer in the source, it cannot be tried. */
export interface Drawn {
  mutant: Mutant;
  isThere: boolean;
}

/**
 * Draws mutants with the seed, from each folder in proportion to its share of all. They are shuffled, so that the first hundred
 * are a sample, too.
 */
function draw(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = randomSequence(seed);
  const drawn = rooms.flatMap((room) => {
    const own = all.filter(({ file }) => file.startsWith(`${room}/`)).map((mutant) => ({ mutant, at: random() }));
    return own.sort((a, b) => a.at - b.at).slice(0, Math.round((count * own.length) / all.length));
  });
  return drawn.sort((a, b) => a.at - b.at).map(({ mutant }) => mutant);
}

/** The mutants of a seed. They are drawn once, and then found again in sources that have changed since. */
export function sample(kept: string, count: number, seed: number): Drawn[] {
  const all = sources().flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
  if (!existsSync(kept)) {
    const drawn = draw(all, count, seed);
    writeFileSync(kept, drawn.map((mutant) => `${JSON.stringify(mutant)}\n`).join(""));
  }
  const today = new Map(all.map((mutant) => [keyOf(mutant), mutant]));
  const moved = Map.groupBy(all, (mutant) => keyOf({ ...mutant, file: "" }));
  const lines = readFileSync(kept, "utf8").trim().split("\n");
  return lines.map((line) => {
    const mutant = JSON.parse(line) as Mutant;
    const [elsewhere, ...others] = moved.get(keyOf({ ...mutant, file: "" })) ?? [];
    const found = today.get(keyOf(mutant)) ?? (others.length === 0 ? elsewhere : undefined);
    return { mutant: found ?? mutant, isThere: found !== undefined };
  });
}
