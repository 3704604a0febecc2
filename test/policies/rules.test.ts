import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isStackRule, rules } from "@cloudplatform/policies";
import { allRules } from "@cloudplatform/policies/config";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { groups } from "../../policies/engine/rule.ts";
import { clashRules } from "../../policies/rules/clashes.ts";
import { limitRules } from "../../policies/rules/limits.ts";
import { cases } from "./cases/index.ts";
import { evaluate } from "./evaluate.ts";

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  test("accepts its passing case", () => {
    const passing = cases[name]?.passing;
    expect(passing, "a passing case in test/policies/cases").toBeDefined();
    if (passing !== undefined)
      expect(evaluate(rule, passing)).toEqual({ violations: [], notEvaluated: [], problems: [] });
  });

  test("finds the violation in its failing case", () => {
    const failing = cases[name]?.failing;
    expect(failing, "a failing case in test/policies/cases").toBeDefined();
    if (failing === undefined) return;
    const result = evaluate(rule, failing);
    expect(result.violations.map((one) => one.message).join("\n")).toContain(failing.message);
    expect(result.problems).toEqual([]);
  });

  test("looks at resources of a kind, or at the stack", () => {
    if (!isStackRule(rule)) expect(rule.on.length).toBeGreaterThan(0);
  });
});

describe("what rules say of themselves", () => {
  test.each(allRules.map((rule) => [rule.name, rule] as const))("%s is complete", (_name, rule) => {
    expect(rule.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(rule.description).toMatch(/^[A-Z].{20,}\.$/);
    expect(rule.remediation).toMatch(/^[A-Z].{15,}\.$/);
    expect(rule.reference).toMatch(/^(platform-api §|companion §|https:|policies\/)/);
    for (const [parameter, schema] of Object.entries(rule.config.shape)) {
      expect(z.toJSONSchema(schema as z.ZodType, { io: "input" }).description, parameter).toBeTruthy();
    }
    expect(() => rule.config.parse({}), "works without parameters").not.toThrow();
  });

  test("are listed by group and name", () => {
    const places = rules.map(({ group, name }) => `${groups.indexOf(group)} ${name}`);
    expect(places).toEqual([...new Set(places)].sort());
  });

  test("is written once, as a row of a table or as a file, with cases, and every case has a rule", () => {
    const folder = fileURLToPath(new URL("../../policies/rules", import.meta.url));
    const tables = [...limitRules, ...clashRules].map((rule) => rule.name);
    const files = readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => file.replace(/\.ts$/, ""))
      .filter((file) => !["all", "index", "limits", "clashes"].includes(file));
    const names = rules.map((rule) => rule.name);
    expect([...names].sort()).toEqual([...tables, ...files].sort());
    expect(Object.keys(cases).sort()).toEqual([...names].sort());
    expect(new Set(allRules.map((rule) => rule.name)).size).toBe(allRules.length);
  });
});
