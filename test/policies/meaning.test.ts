import { isStackRule, rules } from "@cloudplatform/policies";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Case, Declared } from "../helpers/declared.ts";
import { cases } from "./cases/index.ts";
import { evaluate } from "./evaluate.ts";
import { meanings } from "./meanings/index.ts";
import type { Violation } from "./meanings/meaning.ts";
import { noise } from "./meanings/noise.ts";

/** Rules evaluate what a configuration means, not how it is written. */
const runs = { numRuns: 60 };

/** Returns properties in the platform's spelling, which native resources and states may use. */
function wireSpelling(value: unknown, isMapOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => wireSpelling(one));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      isMapOfNames ? key : key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      wireSpelling(one, key === "value" || key === "options"),
    ]),
  );
}

const spelled = (declared: Declared): Declared => ({
  ...declared,
  inputs: wireSpelling(declared.inputs) as Record<string, unknown>,
});

/** Generates the case between other resources, in either spelling. */
const written = (given: Case) =>
  fc.tuple(noise, fc.boolean()).map(([others, isWire]): Case => {
    const own = isWire ? given.resources.map(spelled) : given.resources;
    return { ...given, resources: [...others.slice(0, 1), ...own, ...others.slice(1)] };
  });

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const given = cases[name];
  if (given === undefined) return;
  // A rule that compares with the previous state would need the other resources in that state, too.
  const isComparing = isStackRule(rule) && rule.needsPreviousState === true;

  test("finds its failing case among other resources and in either spelling, and accepts its passing case there", () => {
    if (isComparing) return expect(evaluate(rule, given.failing).violations).not.toEqual([]);
    fc.assert(
      fc.property(written(given.failing), (one) => evaluate(rule, one).violations.length > 0),
      runs,
    );
    fc.assert(
      fc.property(written(given.passing), (one) => evaluate(rule, one).violations.length === 0),
      runs,
    );
  });
});

/** Each generator has its own run, so that none depends on luck. */
const few = { numRuns: 10 };

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s by its meaning", (name, rule) => {
  const { bypass = [], honest = [] } = meanings[name] ?? {};
  const messages = (given: Violation) => evaluate(rule, given).violations.map(({ message }) => message);

  test("finds each way to write a violation", () => {
    expect(bypass.length, "violations in test/policies/meanings").toBeGreaterThan(0);
    for (const one of bypass)
      fc.assert(
        fc.property(one, (given) => {
          expect(messages(given).join("\n"), given.message).toMatch(/./);
          expect(messages(given).join("\n")).toContain(given.message ?? "");
        }),
        few,
      );
  });

  test("accepts every valid configuration", () => {
    expect(honest.length, "valid configurations in test/policies/meanings").toBeGreaterThan(0);
    for (const one of honest)
      fc.assert(
        fc.property(one, (given) => {
          const { violations, problems } = evaluate(rule, given);
          expect([...violations, ...problems]).toEqual([]);
        }),
        few,
      );
  });
});

test("every meaning has a rule", () => {
  expect(Object.keys(meanings).sort()).toEqual(rules.map((rule) => rule.name).sort());
});
