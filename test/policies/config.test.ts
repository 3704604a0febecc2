import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  allRules,
  overPreset,
  type PackConfig,
  parseConfig,
  preset,
  presetNames,
  relaxations,
  settingOf,
} from "@cloudplatform/policies/config";
import { describe, expect, test } from "vitest";
import { bundles } from "../../policies/build/bundle.ts";
import { pages } from "../../policies/build/pages.ts";

const policies = fileURLToPath(new URL("../../policies/", import.meta.url));

describe("a configuration", () => {
  test("that is invalid is refused with the path of every problem", () => {
    const wrong = {
      "rule-length": { max: 301, mn: 3 },
      "rul-type": "advisory",
      "not-evaluated": "mandatry",
      waivers: { waivers: [{ rule: "x", expires: "soon" }] },
      "quota-headroom": { quotas: { 76: { cpu_count: { limit: "many" } } } },
    };
    const refusal = () => parseConfig(wrong, "limits.json");
    expect(refusal).toThrow('The configuration "limits.json" is not valid [CP5001]:');
    for (const path of [
      "rule-length.max: Too big",
      "rule-length.mn is not known here; did you mean min?",
      "rul-type is not known here; did you mean rule-type?",
      'not-evaluated: Invalid option: expected one of "advisory"|"mandatory"|"disabled"',
      "waivers.waivers[0].reason: ",
      "waivers.waivers[0].expires: must be a date such as 2027-03-31",
      "quota-headroom.quotas.76.cpu_count.limit: ",
    ])
      expect(refusal).toThrow(path);
  });

  test.each(presetNames)("of the preset %s is valid and names the level of every rule", (name) => {
    const config = preset(name);
    expect(() => parseConfig(config, name)).not.toThrow();
    expect(Object.keys(config).sort()).toEqual(allRules.map((rule) => rule.name).sort());
  });

  test("may use the former name of a policy, with a warning; the current name takes precedence", () => {
    const warnings: string[] = [];
    const parse = (value: object) => parseConfig(value, "limits.json", (text) => warnings.push(text));
    expect(parse({ "not-judged": "mandatory" })).toEqual({ "not-evaluated": "mandatory" });
    expect(parse({ "not-judged": "mandatory", "not-evaluated": "advisory" })).toEqual({ "not-evaluated": "advisory" });
    expect(warnings[0]).toBe(
      'The configuration "limits.json" uses "not-judged", the former name of "not-evaluated"; rename it.',
    );
  });

  test("sets the level remediate for rules with one safe answer only", () => {
    expect(() => parseConfig({ "pool-auto-healing": "remediate" }, "limits.json")).not.toThrow();
    expect(() => parseConfig({ "rule-length": "remediate" }, "limits.json")).toThrow("rule-length: Invalid option");
  });

  test.each(["disabled", { enforcementLevel: "disabled" }])(
    "disables any policy but that of waivers (%j)",
    (setting) => {
      expect(() => parseConfig({ "waivers-in-force": setting }, "limits.json")).toThrow(/waivers-in-force/);
      expect(() => parseConfig({ "rule-length": setting, "pool-auto-healing": setting }, "limits.json")).not.toThrow();
    },
  );

  test("is merged over a preset parameter by parameter", () => {
    const merged = overPreset("production", { "pool-minimum-nodes": { nodes: 5 }, "no-legacy-rule-type": "disabled" });
    expect(merged["pool-minimum-nodes"]).toEqual({ enforcementLevel: "mandatory", nodes: 5 });
    expect(merged["no-legacy-rule-type"]).toEqual({ enforcementLevel: "disabled" });
    expect(merged["protected-resources"]).toBe("mandatory");
    expect(overPreset("production", { all: "advisory" })["pool-minimum-nodes"]).toEqual({
      enforcementLevel: "advisory",
      nodes: 3,
    });
  });
});

describe("what a configuration relaxes", () => {
  test.each([
    [
      { "no-destruction": { types: [] } },
      ['no-destruction.types is [] (default: ["kubernetes.Cluster","reservations.Reservation"])'],
    ],
    [
      { "no-http-downgrade": { allowOriginHttp: true } },
      ["no-http-downgrade.allowOriginHttp is true (default: false)"],
    ],
    [{ waivers: { maxDays: 900 } }, ["waivers.maxDays is 900 (default: 90)"]],
    [{ "pool-minimum-nodes": { nodes: 1 } }, ["pool-minimum-nodes.nodes is 1 (default: 2)"]],
    [{ "rule-length": "advisory" as const }, ["rule-length is advisory (preset baseline: mandatory)"]],
  ])("%j is shown, also if no preset sets the parameter", (config, shown) => {
    expect(relaxations("baseline", config)).toEqual(shown);
  });

  test.each([
    { "pool-minimum-nodes": { nodes: 3 } },
    { "monthly-increase": { limit: { amount: 5, currency: "EUR" }, onUnknown: "fail" } },
    { "allowed-regions": { regions: [76] } },
    { "rule-length": { max: 20 } },
    { "request-header-secret": { headers: ["x-origin"] } },
    { "no-http-downgrade": { allowOriginHttp: false } },
  ])("%j is not weaker", (config) => {
    expect(relaxations("baseline", config)).toEqual([]);
  });
});

describe("what is made from the rules", () => {
  test.each([...pages().keys()])("%s is current (npm run build -w policies)", (path) => {
    expect(readFileSync(`${policies}${path}`, "utf8")).toBe(pages().get(path));
  });

  test.each(bundles)("$file is current (npm run build -w policies)", async ({ file, make }) => {
    expect(readFileSync(file, "utf8") === (await make())).toBe(true);
  });
});

test("the pack loads only packages that the policy process has", () => {
  const pack = readFileSync(`${policies}dist/pack.cjs`, "utf8");
  const loaded = [...pack.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1]);
  expect([...new Set(loaded)].filter((name) => !name?.startsWith("node:")).sort()).toEqual([
    "@pulumi/policy",
    "@pulumi/policy/deserialize.js",
  ]);
});

const idle = ["commitment-budget", "monthly-budget"].map((name) => `${name} evaluates nothing without budget`);
const idleQuotas = "quota-headroom evaluates nothing without quotas";

/** What a configuration relaxes compared with the preset `production`, which names rules that need a parameter. */
test.each<[PackConfig, string[]]>([
  [{}, []],
  [{ "rule-length": "disabled" }, ["rule-length is disabled"]],
  [{ "rule-length": "advisory" }, ["rule-length is advisory (preset production: mandatory)"]],
  [{ "pool-minimum-nodes": { nodes: 1 } }, ["pool-minimum-nodes.nodes is 1 (preset production: 3)"]],
  [{ "pool-minimum-nodes": { enforcementLevel: "mandatory", nodes: 3 } }, []],
  [
    { "pool-minimum-nodes": { enforcementLevel: "advisory", nodes: 1 } },
    [
      "pool-minimum-nodes is advisory (preset production: mandatory)",
      "pool-minimum-nodes.nodes is 1 (preset production: 3)",
    ],
  ],
])("%j over a preset is reported as relaxed", (config, expected) => {
  expect(relaxations("production", config).sort()).toEqual([...expected, ...idle, idleQuotas].sort());
});

test.each<[PackConfig, string[]]>([
  [{ "allowed-regions": "mandatory" }, ["allowed-regions evaluates nothing without regions"]],
  [{ "commitment-budget": { onUnknown: "fail" } }, ["commitment-budget evaluates nothing without budget"]],
  [{ "commitment-budget": { budget: { amount: 5, currency: "EUR" } } }, []],
  [{ all: "mandatory" }, []],
])("%j names a rule that needs a parameter", (config, expected) => {
  expect(relaxations("baseline", config)).toEqual(expected);
});

test("a rule has its own level and parameters, or the level of all, or its default", () => {
  const rule = allRules.find(({ name }) => name === "pool-minimum-nodes");
  if (rule === undefined) throw new Error("The rule is gone.");
  const of = (config: PackConfig) => settingOf(config, rule);
  expect(of({})).toEqual({ level: rule.level, parameters: {} });
  expect(of({ all: "advisory" })).toEqual({ level: "advisory", parameters: {} });
  expect(of({ all: { enforcementLevel: "disabled" } })).toEqual({ level: "disabled", parameters: {} });
  expect(of({ all: "advisory", [rule.name]: "mandatory" })).toEqual({ level: "mandatory", parameters: {} });
  expect(of({ all: "advisory", [rule.name]: { nodes: 5 } })).toEqual({ level: "advisory", parameters: { nodes: 5 } });
  expect(of({ [rule.name]: { enforcementLevel: "disabled", nodes: 5 } })).toEqual({
    level: "disabled",
    parameters: { nodes: 5 },
  });
});
