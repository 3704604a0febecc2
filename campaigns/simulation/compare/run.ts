import { parseArgs } from "node:util";
import { runLanes } from "../../ownership/lanes.ts";
import type { Comparison } from "./compare.ts";

/** Compares lives in both worlds: `npm run campaign -- simulation-compared --lives 20 --seed 1`. */
const { values } = parseArgs({
  options: {
    lives: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "2" },
    minutes: { type: "string", default: "240" },
  },
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.lives) }, (_, index) => first + index);
const totals = { lives: 0, commands: 0, different: 0, reads: 0 };
const options = { lanes: Number(values.lanes), minutes: Number(values.minutes) };
const args = { provider: "mixed", length: 8 } as const;
await runLanes<Comparison>("compare", seeds, { ...options, args }, ({ seed, wrong, steps, commands, reads = [] }) => {
  totals.lives++;
  totals.reads += reads.length;
  totals.commands += commands;
  for (const line of reads) console.log(`Seed ${seed}, another read: ${line}`);
  if (wrong.length === 0) return;
  totals.different++;
  console.log([`Seed ${seed} differs:`, ...steps.map((step) => `  ${step}`), ...wrong, ""].join("\n"));
});
console.log(JSON.stringify(totals));
process.exitCode = totals.different > 0 ? 1 : 0;
