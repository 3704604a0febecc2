import { Random } from "../../cluster/random.ts";
import type { Load } from "../product/bundle.ts";
import { Life } from "./life.ts";
import { attentive, imprecise, misdirected, optioned, perform, type Step, stepsOf, varied, withSome } from "./steps.ts";

/** The result of a life. */
export interface Outcome {
  steps: readonly Step[];
  /** The errors; empty if there are none. */
  wrong: readonly string[];
  log: readonly string[];
  output: string;
  trace: readonly string[];
  commands: number;
  killed: number;
  events: number;
  /** Codes of the stops that were checked. */
  stops: ReadonlySet<string>;
}

/** Number of steps of a life, without those at its end. */
const length = 14;

/** @param isPlain Without rule sets and thresholds: the seeds in `defects/found.json` are from before lives had them. */
export function stepsOfSeed(seed: number, { isPlain = false } = {}): Step[] {
  const steps = optioned(stepsOf(new Random(seed), length), new Random(seed ^ 0x0b7));
  const secretive = withSome("hasSecrets", varied(steps, new Random(seed ^ 0x3d5)), new Random(seed ^ 0x5ec));
  if (isPlain) return secretive;
  const thresholded = withSome("hasThresholds", secretive, new Random(seed ^ 0x7a4));
  const whole = withSome("hasSets", thresholded, new Random(seed ^ 0x5e7));
  const watched = imprecise(attentive(whole, new Random(seed ^ 0x901)), new Random(seed ^ 0x1d1));
  return misdirected(watched, new Random(seed ^ 0xacc));
}

/** Runs a life. It stops at the first error. */
export async function live(steps: readonly Step[], load: Load): Promise<Outcome> {
  const life = new Life(steps[0]?.[1] ?? 0, load, steps[0]?.[2]);
  const perform_ = async (step: Step) => {
    life.random = new Random(step[1]);
    life.options = step[2] ?? {};
    life.world.simulation.reseed(step[1] ^ 0x5eed);
    try {
      await perform(life, step);
    } catch (error) {
      life.wrong.push(`NOT POSSIBLE: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  for (const step of steps) {
    await perform_(step);
    if (life.wrong.length > 0) break;
  }
  life.options = {};
  if (life.wrong.length === 0) await end(life);
  const { wrong, log, output, commands, killed, world, stops } = life;
  const { trace, events } = world.simulation;
  return { steps, wrong, log, output, trace, commands, killed, events, stops: stops.codes };
}

/** At the end, every stack must reach a stable state and delete its own objects. */
async function end(life: Life): Promise<void> {
  for (const stack of life.stacks) {
    // A person learns of the mistakes in a program one at a time, and each resource may be one.
    const last = 6 + stack.desired.length;
    for (let tries = 1; tries <= last; tries++) {
      life.say(`up ${stack.name} in the end`);
      await life.step([{ stack, verb: "up", previews: false }]);
      if (life.wrong.length > 0) return;
      if (!life.output.includes("error: ")) break;
      if (tries === last) life.wrong.push(`NOT POSSIBLE: up ${stack.name} does not come to an end`);
    }
    if (life.wrong.length > 0) return;
    life.say(`destroy ${stack.name} in the end`);
    await life.step([{ stack, verb: "destroy" }]);
    if (life.wrong.length > 0) return;
  }
}
