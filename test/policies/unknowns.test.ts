import { rules } from "@cloudplatform/policies";
import { describe, expect, test } from "vitest";
import { cluster } from "../helpers/declared.ts";
import { cases } from "./cases/index.ts";
import { evaluate } from "./evaluate.ts";
import { unknownText, withOneUnknown } from "./one-unknown.ts";

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const { passing, failing } = cases[name] ?? { passing: { resources: [] }, failing: { resources: [] } };

  test("reports only possible destruction for an unknown value", () => {
    for (const { what, given } of withOneUnknown(passing)) {
      const wrong = evaluate(rule, given).violations.filter(
        ({ message }) => !message.includes(" would be replaced: ") && !message.includes(" would destroy "),
      );
      expect(wrong, what).toEqual([]);
    }
  });

  test("says what it could not evaluate when an unknown value hides a violation", () => {
    for (const { what, given } of withOneUnknown(failing)) {
      const { violations, notEvaluated } = evaluate(rule, given);
      expect(violations.length + notEvaluated.length, what).toBeGreaterThan(0);
    }
  });
});

test("known values are evaluated although others are unknown", () => {
  const rule = rules.find((one) => one.name === "pool-minimum-nodes");
  if (rule === undefined) throw new Error("The rule is gone.");
  const pools = [{ minNodeCount: unknownText }, { minNodeCount: 1 }];
  const result = evaluate(rule, { resources: [{ kind: "kubernetes.Cluster", name: "edge", inputs: { pools } }] });
  expect(result.violations.map((one) => one.message)).toEqual(["pools[1].minNodeCount: must be at least 2; got 1"]);
  expect(result.notEvaluated.map((one) => one.message)).toEqual([
    "pools[0].minNodeCount is not known before the update, which evaluates it before anything is created",
  ]);
});

test("hidden values of the provider are never reported as not evaluated: an unchanged cluster", () => {
  const rule = rules.find((one) => one.name === "no-destruction");
  const one = cluster({ __declared: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
  expect(rule && evaluate(rule, { resources: [one], before: [one] })).toEqual({
    violations: [],
    notEvaluated: [],
    problems: [],
  });
});
