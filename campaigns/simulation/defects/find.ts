import kept from "../kept.json" with { type: "json" };
import { live, type Outcome, stepsOfSeed } from "../life/run.ts";
import type { Step } from "../life/steps.ts";
import { bundle } from "../product/bundle.ts";
import { type Defect, defects } from "./defects.ts";

/** The result of a search for a defect. */
export interface Found {
  name: string;
  /** The first seed whose life ends with an error; undefined if there was none in time. */
  seed: number | undefined;
  wrong: string | undefined;
  /** Processor seconds. */
  seconds: number;
}

/** Runs lives with a defect until one of them ends with an error. */
export async function find(defect: Defect, { first = 1, maxSeconds = 60 } = {}): Promise<Found> {
  const began = process.cpuUsage();
  const seconds = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  const load = await bundle(defect.patches);
  let outcome: Outcome | undefined;
  let seed = first;
  for (; seconds() < maxSeconds; seed++) {
    outcome = await live(stepsOfSeed(seed, { isPlain: true }), load);
    if (outcome.wrong.length > 0) break;
  }
  const wrong = outcome?.wrong[0];
  return { name: defect.name, seed: wrong === undefined ? undefined : seed, wrong, seconds: Math.round(seconds()) };
}

/**
 * Runs the kept life of a seed with a defect. The seed itself cannot be used, because new features of lives change what it draws.
 */
export async function findInKept(defect: Defect, seed: number): Promise<Pick<Found, "wrong">> {
  const life = kept.find((one) => one.seed === seed);
  if (life === undefined) throw new Error(`No life of seed ${seed} is kept.`);
  const { wrong } = await live(life.steps as unknown as Step[], await bundle(defect.patches));
  return { wrong: wrong[0] };
}

/** `node campaigns/simulation/defects/find.ts [<part of a name>]` brings each defect back and prints the seed that finds it. */
if (import.meta.main) {
  const [, , part = "", first = "1"] = process.argv;
  for (const defect of defects.filter(({ name }) => name.includes(part)))
    console.log(JSON.stringify(await find(defect, { first: Number(first) })));
  process.exit();
}
