import { rules } from "@cloudplatform/policies";
import { describe, expect, test } from "vitest";
import { cases } from "./cases/index.ts";
import type { Case, Declared } from "./declared.ts";
import { evaluate } from "./evaluate.ts";

/** How the engine shows a value that a preview does not know. */
const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Path = (string | number)[];

/** Paths of all values below a value, itself left out. */
function paths(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, element]) => [[...path, key], ...paths(element, [...path, key])]);
}

function replaced(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return unknownText;
  if (Array.isArray(value)) return value.map((element, index) => (index === key ? replaced(element, rest) : element));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest) };
}

/** Every case in which one value of one resource is not known yet. */
function* withOneUnknown(given: Case): Generator<{ what: string; given: Case }> {
  for (const [index, resource] of given.resources.entries())
    for (const path of paths(resource.inputs)) {
      const inputs = replaced(resource.inputs, path) as Declared["inputs"];
      const resources = given.resources.map((other, at) => (at === index ? { ...other, inputs } : other));
      yield { what: `${resource.name}.${path.join(".")}`, given: { ...given, resources } };
    }
}

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const { passing, failing } = cases[name] ?? { passing: { resources: [] }, failing: { resources: [] } };

  test("finds nothing wrong with a value that is not known yet", () => {
    for (const { what, given } of withOneUnknown(passing)) expect(evaluate(rule, given).violations, what).toEqual([]);
  });

  test("says what it could not evaluate when an unknown value hides a violation", () => {
    for (const { what, given } of withOneUnknown(failing)) {
      const { violations, notEvaluated } = evaluate(rule, given);
      expect(violations.length + notEvaluated.length, what).toBeGreaterThan(0);
    }
  });
});

test("what is known is evaluated although something else is not", () => {
  const rule = rules.find((one) => one.name === "pool-minimum-nodes");
  if (rule === undefined) throw new Error("The rule is gone.");
  const pools = [{ minNodeCount: unknownText }, { minNodeCount: 1 }];
  const result = evaluate(rule, { resources: [{ kind: "kubernetes.Cluster", name: "edge", inputs: { pools } }] });
  expect(result.violations.map((one) => one.message)).toEqual(["pools[1].minNodeCount: must be at least 2; it is 1"]);
  expect(result.notEvaluated.map((one) => one.message)).toEqual([
    "pools[0].minNodeCount is not known before the update, which evaluates it before anything is created",
  ]);
});
