import { isStackRule, type Rule, rules } from "@cloudplatform/policies";
import { allRules } from "@cloudplatform/policies/config";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startAnalyzer } from "../helpers/analyzer.ts";
import { type Case, cluster, pool, template, urnOf } from "../helpers/declared.ts";
import { cases } from "./cases/index.ts";

const analyzer = await startAnalyzer();
afterAll(() => analyzer.close());
beforeEach(() => analyzer.configure({}));

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Returns the pack's violations of a case: resource by resource, then those of the stack. */
async function ask(given: Case, config: Record<string, Record<string, unknown>> = {}) {
  await analyzer.configure(config);
  const found = [];
  for (const resource of given.resources) found.push(...(await analyzer.analyze(resource)));
  return [...found, ...(await analyzer.analyzeStack(given.resources))];
}

/** Rules that compare with the previous state need a stack. test/e2e tests them with the real CLI. */
const needsState = (rule: Rule) => isStackRule(rule) && rule.needsPreviousState === true;

describe.each(rules.filter((rule) => !needsState(rule)).map((rule) => rule.name))(
  "%s, in the analyzer process",
  (name) => {
    const { passing, failing } = cases[name] ?? {};

    test("accepts its passing case and finds the violation in the failing case", async () => {
      if (passing === undefined || failing === undefined) throw new Error(`There are no cases of ${name}.`);
      const good = await ask(passing, { [name]: passing.config ?? {} });
      expect(good.filter((one) => one.policy === name)).toEqual([]);
      const bad = await ask(failing, { [name]: failing.config ?? {} });
      const found = bad.filter((one) => one.policy === name);
      expect(found.map((one) => one.message).join("\n")).toContain(failing.message);
      expect(found.map((one) => one.level)).toContain("mandatory");
    });
  },
);

test("the engine is reported everything about every rule", async () => {
  const info = await analyzer.info();
  expect(info.getName()).toBe("cloudplatform");
  expect(
    info
      .getPoliciesList()
      .map((policy) => policy.getName())
      .sort(),
  ).toEqual([...allRules.map((rule) => rule.name), "not-judged"].sort());
  for (const policy of info.getPoliciesList()) {
    expect(policy.getDescription()).not.toBe("");
    expect(policy.getRemediationSteps()).not.toBe("");
    expect(policy.getSeverity()).toBeGreaterThan(0);
  }
});

test("a property in the platform's own spelling is understood", async () => {
  const wire = { kind: "kubernetes.Cluster", name: "wire", inputs: { pools: [{ min_node_count: 201 }] } } as const;
  expect((await analyzer.analyze(wire)).map((one) => one.message).join()).toContain("pools[0].min_node_count: must be");
});

test("an unknown value does not weaken a mandatory violation beside it, and is reported", async () => {
  const found = await analyzer.analyze(cluster({ name: unknownText, pools: [pool({ minNodeCount: 201 })] }));
  expect(found.find((one) => one.policy === "pool-node-count")).toMatchObject({ level: "mandatory" });
  expect(found.filter((one) => one.policy === "not-evaluated").map((one) => one.message.split("\n")[1])).toEqual([
    "Not evaluated: cluster-name-length: name is not known before the update, which evaluates it before anything is created",
  ]);
  expect(found.map((one) => one.message).join()).not.toContain("can't run");
});

describe("waivers", () => {
  const waived = {
    rule: "pool-node-count",
    resource: "edge",
    reason: "the platform has agreed to more",
    owner: "ops",
    expires: "2999-12-31",
  };
  const maxDays = 400_000;
  const resources = [cluster({ pools: [pool({ maxNodeCount: 201 })] })];

  test("in force suppress a violation, and are counted and shown", async () => {
    const found = await ask({ resources }, { waivers: { waivers: [waived], maxDays } });
    expect(found.filter((one) => one.policy === "pool-node-count")).toEqual([]);
    const shown = found.filter((one) => one.policy === "waivers-in-force").map((one) => one.message);
    expect(shown.join("\n")).toContain("Waived: pools[0].maxNodeCount: must be from 1 to 200; got 201");
    expect(shown.join("\n")).toContain("1 waiver in force, 1 violation waived.");
  });

  test("that have expired fail, and so do the violations that they covered", async () => {
    const found = await ask({ resources }, { waivers: { waivers: [{ ...waived, expires: "2020-01-01" }] } });
    expect(found.find((one) => one.policy === "waivers")).toMatchObject({ level: "mandatory" });
    expect(found.map((one) => one.policy)).toContain("pool-node-count");
  });

  test("for a rule that does not exist are a configuration error", async () => {
    const found = await ask({ resources: [template()] }, { waivers: { waivers: [{ ...waived, rule: "pool-nodes" }] } });
    expect(found.find((one) => one.policy === "configuration")?.message).toContain('there is no rule "pool-nodes"');
  });
});

test("a parameter that no rule has is reported once, with its path, and relaxes nothing", async () => {
  const config = { "pool-minimum-nodes": { nodse: 1 } };
  const found = await ask({ resources: [cluster({ pools: [pool({ minNodeCount: 1 })] })] }, config);
  const mistakes = found.filter((one) => one.policy === "configuration").map((one) => one.message);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain("pool-minimum-nodes.nodse is not known here; did you mean nodes?");
  expect(found.map((one) => one.policy)).toContain("pool-minimum-nodes");
});

test("the former name of a policy is accepted, with a warning", async () => {
  const found = await ask({ resources: [cluster({ name: unknownText })] }, { "not-judged": {} });
  const [first] = found.filter((one) => one.policy === "not-judged");
  expect(first).toMatchObject({ level: "mandatory" });
  expect(first?.message).toContain("Warning: the policy not-judged is now not-evaluated");
  expect(found.filter((one) => one.policy === "not-evaluated")).toEqual([]);
});

test("a violation of two resources names the later one of the program", async () => {
  const second = template({}, { name: "a-second" });
  const found = await ask({ resources: [template(), second] });
  expect(found.find((one) => one.policy === "shadowed-rule-templates")?.urn).toBe(urnOf(second));
});
