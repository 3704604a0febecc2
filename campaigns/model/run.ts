import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundle } from "../simulation/product/bundle.ts";
import { check, type Found } from "./check.ts";
import { play, type Trace } from "./play.ts";
import { leftOut, rules, worlds } from "./rules.ts";

/**
 * Explores the model: first every world in which all promises must hold, then each world with one rule left out, which must break
 * the rule's promise. The resulting trace is played with the product, and with the product without the rule. `npm run campaign --
 * model [--only <part of a name>]`
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    /** Prints the requests of a failed play. */
    trace: { type: "boolean", default: false },
  },
});
const figures = ({ states, seconds }: Found) => `${states} states, ${seconds} s`;
const fail = (text: string) => {
  console.log(`  WRONG: ${text}`);
  process.exitCode = 1;
};

for (const world of worlds.filter(({ name }) => name.includes(values.only))) {
  const found = await check(world);
  console.log(`${world.name}: ${figures(found)}`);
  if (found.broken !== undefined) fail(`${found.broken} does not hold\n${stepsText(found.trace)}`);
}

const product = await bundle();
const traces: (Trace & { rule: string })[] = [];
for (const rule of rules.filter(({ name }) => name.includes(values.only))) {
  const found = await check(rule, leftOut(rule));
  console.log(`Without "${rule.name}": ${found.broken}, ${figures(found)}\n${stepsText(found.trace)}`);
  const { strangers, trace: steps } = found;
  const { isCostly = false, isApart = false } = rule;
  const trace: Trace = { strangers, isCostly, isApart, steps };
  traces.push({ rule: rule.name, ...trace });
  if (found.broken !== rule.breaks) fail(`it should break ${rule.breaks}`);
  const real = await play(trace, product);
  if (real.broken.includes(rule.breaks) !== (rule.isAssumed === true)) fail(`with the product: ${real.broken}`);
  if (values.trace) console.log(real.log.join("\n"));
  if (rule.patches.length === 0) continue;
  const without = await play(trace, await bundle(rule.patches));
  if (!without.broken.includes(rule.breaks)) fail(`with the product without the rule: ${without.broken}`);
  if (values.trace) console.log(without.log.join("\n"));
}
if (values.only === "" && process.exitCode === undefined)
  writeFileSync(new URL("traces.json", import.meta.url), `${JSON.stringify(traces, null, 2)}\n`);

function stepsText(steps: Found["trace"]): string {
  return steps.map(({ stack, machine, what, object }) => `    ${stack} ${machine} ${what} ${object}`).join("\n");
}
