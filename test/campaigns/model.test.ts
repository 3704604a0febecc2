import { expect, test } from "vitest";
import { play, type Trace } from "../../campaigns/model/play.ts";
import { rules } from "../../campaigns/model/rules.ts";
import traces from "../../campaigns/model/traces.json" with { type: "json" };
import { bundle } from "../../campaigns/simulation/product/bundle.ts";

// Each trace is the model's shortest path to the promise that breaks without one of its rules. A trace takes 0.1 s.
const load = await bundle();
const traceOf = (name: string) => traces.find(({ rule }) => rule === name) as Trace;

test.each(rules.filter(({ isAssumed }) => isAssumed !== true))(
  "$breaks holds where the model needs the rule that $name",
  async ({ name, breaks }) => {
    expect((await play(traceOf(name), load)).broken).not.toContain(breaks);
  },
);

test.each(rules.filter(({ isAssumed }) => isAssumed === true))(
  "$breaks has the documented limit that $name",
  async ({ name, breaks }) => {
    expect((await play(traceOf(name), load)).broken).toContain(breaks);
  },
);
