import type { Random } from "../cluster/random.ts";
import type { Serving } from "../ownership/serving.ts";
import { type Cli, World } from "../ownership/world.ts";
import { Life } from "./life.ts";
import { newStack, steps } from "./steps.ts";

/** The result of a sequence. */
export interface Outcome {
  seed: number;
  steps: string[];
  /** The errors; empty if every object belonged to one resource at all times. */
  wrong: string[];
  /** Output of the last command, if there are errors. */
  output?: string;
  /** Number of CLI commands. */
  commands: number;
  /** Number of steps by operation. */
  operations: Record<string, number>;
  killed: number;
  refusals: number;
  warnedOnly: number;
  untold: number;
  seconds: number;
}

export interface SequenceOptions {
  /** Number of steps. */
  length?: number;
  provider: Serving;
  /** Folder of the native provider's plugin. */
  plugin?: string;
}

/** A random life of two stacks on one platform. */
export async function runSequence(cli: Cli, seed: number, options: SequenceOptions): Promise<Outcome> {
  const { length = 4, provider, plugin } = options;
  const began = performance.now();
  const world = await World.open(cli, { plugin });
  try {
    const life = new Life(world, seed, provider);
    await newStack(life);
    for (let done = 0, tries = 0; done < length && tries < 40 && life.wrong.length === 0; tries++)
      if (await weighted(life.random)(life)) done++;
    // At the end each stack must delete its own objects, and no others.
    for (const stack of life.stacks) {
      const text = `destroy ${stack.name} in the end`;
      if (life.wrong.length === 0) await life.step({ text, operation: "destroy", stack, verb: "destroy" });
    }
    const { steps, wrong, operations, killed, verdict, output } = life;
    const { refusals, warnedOnly, untold } = verdict;
    return {
      ...{ seed, steps, wrong, ...(wrong.length > 0 ? { output } : {}), commands: world.commands, operations, killed },
      ...{ refusals, warnedOnly, untold, seconds: Math.round((performance.now() - began) / 100) / 10 },
    };
  } finally {
    await world.close();
  }
}

function weighted(random: Random) {
  let left = random.next() * steps.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  throw new Error("There are no steps.");
}
