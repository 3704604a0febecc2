import { expect, test } from "vitest";
import { check } from "../../campaigns/model/check.ts";
import { play, type Trace } from "../../campaigns/model/play.ts";
import { leftOut, rules, worlds } from "../../campaigns/model/rules.ts";
import traces from "../../campaigns/model/traces.json" with { type: "json" };
import { bundle } from "../../campaigns/simulation/product/bundle.ts";

// The checker is a Java program from Maven: a few seconds of processor time per world.
const timeout = 10 * 60_000;

test.each(worlds.filter(({ isLong }) => isLong !== true))(
  "all promises of the model hold in every state of: $name",
  { timeout },
  async (world) => {
    const { broken, trace, states } = await check(world);
    expect({ broken, trace }).toEqual({ broken: undefined, trace: [] });
    expect(states).toBeGreaterThan(100);
  },
);

/** The first rule for each promise. The campaign leaves out every rule in turn. */
const firstOfEach = rules.filter((rule) => rule === rules.find(({ breaks }) => breaks === rule.breaks));

test.each(firstOfEach)("the model breaks $breaks without the rule that $name", { timeout }, async (rule) => {
  expect((await check(rule, leftOut(rule))).broken).toBe(rule.breaks);
});

test.each(rules.filter(({ patches }) => patches.length > 0))(
  "the product breaks $breaks without the rule that $name",
  { timeout },
  async ({ name, breaks, patches }) => {
    const trace = traces.find(({ rule }) => rule === name) as Trace;
    expect((await play(trace, await bundle(patches))).broken).toContain(breaks);
  },
);
