import { useClock } from "@cloudplatform/pulumi/values";
import type { Cli } from "../../ownership/world.ts";
import { bundle } from "../product/bundle.ts";
import { differences, type Observed, otherReads } from "./observed.ts";
import { RealLife } from "./real.ts";
import { moveText, scriptOf } from "./script.ts";
import { SimulatedLife } from "./simulated.ts";

/** The result of one script in both lives. */
export interface Comparison {
  seed: number;
  /** The differences after the first command in which the lives differ. */
  wrong: string[];
  steps: string[];
  /** Number of compared commands. */
  commands: number;
  /** Reading requests that only one of the lives has sent. */
  reads: string[];
}

/** Runs a script in both worlds, one after the other, because they share this process's clock. */
export async function compare(
  cli: Cli,
  seed: number,
  { length = 8, plugin }: { length?: number; plugin?: string },
): Promise<Comparison> {
  const script = scriptOf(seed, length);
  const steps = script.map(moveText);
  useClock(undefined);
  const real = await RealLife.open(cli, plugin);
  const seen: (Observed | undefined)[] = [];
  try {
    for (const move of script) seen.push(await real.take(move));
  } finally {
    await real.close();
  }
  const simulated = new SimulatedLife(seed, await bundle());
  let commands = 0;
  const reads: string[] = [];
  for (const [index, move] of script.entries()) {
    const one = await simulated.take(move);
    const other = seen[index];
    if (one === undefined || other === undefined) continue;
    commands++;
    reads.push(...otherReads(other, one).map((line) => `${steps[index]}: ${line}`));
    const found = differences(other, one);
    if (found.length === 0) continue;
    const outputs = [`real output:\n${other.output}`, `simulated output:\n${one.output}`];
    useClock(undefined);
    return {
      seed,
      wrong: [`${steps[index]}`, ...found, ...outputs],
      steps: steps.slice(0, index + 1),
      commands,
      reads,
    };
  }
  useClock(undefined);
  return { seed, wrong: [], steps, commands, reads };
}
