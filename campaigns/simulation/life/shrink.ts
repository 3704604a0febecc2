import type { Load } from "../product/bundle.ts";
import { live, type Outcome } from "./run.ts";
import type { Step } from "./steps.ts";

/** The kind of a violation, such as `MADE TWICE`. */
export function kindOf({ wrong }: Pick<Outcome, "wrong">): string | undefined {
  return wrong[0]?.split(":", 1)[0];
}

/**
 * Removes steps as long as the life still ends with the same kind of error. Each step has its own seed, so removing one does not
 * change the others.
 */
export async function shrink(failed: Outcome, load: Load): Promise<Outcome> {
  let best = failed;
  for (let size = Math.ceil(failed.steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = best.steps.length - size; from >= 0; from -= size) {
      const fewer = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      const outcome = await live(fewer, load);
      if (kindOf(outcome) === kindOf(failed)) best = outcome;
    }
  return best;
}

/** The source of a test of this life, ready to paste into test/campaigns/simulation.ts. */
export function testText({ steps, wrong, log }: Outcome): string {
  const text = (step: Step) => `    ${JSON.stringify(step)},`;
  return [
    ...log.map((line) => `// ${line}`),
    `test(${JSON.stringify(wrong[0]?.split(":", 1)[0]?.toLowerCase() ?? "all is well")}, async () => {`,
    "  const steps: Step[] = [",
    ...steps.map(text),
    "  ];",
    "  expect((await live(steps, load)).wrong).toEqual([]);",
    "});",
  ].join("\n");
}
