import { parseArgs } from "node:util";
import { live, stepsOfSeed } from "./life/run.ts";
import { shrink, testText } from "./life/shrink.ts";
import { bundle } from "./product/bundle.ts";

/**
 * Simulated lives of stacks: `node campaigns/simulation/run.ts --seed 1 --lives 100000`. A seed repeats a life: `--seed 117
 * --lives 1 --trace`. `--seconds` limits the processor time.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    lives: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3600" },
    trace: { type: "boolean", default: false },
  },
});
const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const load = await bundle();
// Stack traces of errors in lives are not read, and creating each costs as much as a small request.
if (!values.trace) Error.stackTraceLimit = 1;
const began = process.cpuUsage();
const seconds = () => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};
const totals = { lives: 0, commands: 0, events: 0, killed: 0, wrong: 0 };
/** Number of lives with each stop that was checked. */
const stops: Record<string, number> = {};
console.log(`Lives from seed ${first}.`);
for (let seed = first; seed < first + Number(values.lives) && seconds() < Number(values.seconds); seed++) {
  const outcome = await live(stepsOfSeed(seed), load);
  totals.lives++;
  for (const name of ["commands", "events", "killed"] as const) totals[name] += outcome[name];
  for (const code of outcome.stops) stops[code] = (stops[code] ?? 0) + 1;
  if (values.trace) console.log([...outcome.trace, "", ...outcome.log, "", outcome.output, ""].join("\n"));
  if (outcome.wrong.length === 0) continue;
  totals.wrong++;
  console.log(`Seed ${seed}: ${outcome.wrong.join("\n")}\n${testText(await shrink(outcome, load))}`);
}
const livesPerSecond = Math.round((totals.lives / seconds()) * 10) / 10;
console.log(JSON.stringify({ ...totals, stops, seconds: Math.round(seconds()), livesPerSecond }));
process.exitCode = totals.wrong > 0 ? 1 : 0;
