import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allRules, overPreset, parseConfig, preset, presetNames } from "@cloudplatform/policies/config";
import { describe, expect, test } from "vitest";
import { bundles } from "../../policies/build/bundle.ts";
import { pages } from "../../policies/build/pages.ts";

const policies = fileURLToPath(new URL("../../policies/", import.meta.url));

describe("a configuration", () => {
  test("that is wrong is refused with the path of every mistake", () => {
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

  test("may use the former name of a policy, with a warning; the name of today counts where both are given", () => {
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

describe("what is made from the rules", () => {
  test.each([...pages().keys()])("%s is current (npm run build -w policies)", (path) => {
    expect(readFileSync(`${policies}${path}`, "utf8")).toBe(pages().get(path));
  });

  test.each(bundles)("$file is current (npm run build -w policies)", async ({ file, make }) => {
    expect(readFileSync(file, "utf8") === (await make())).toBe(true);
  });
});

test("the pack loads nothing but what the policy process brings along", () => {
  const pack = readFileSync(`${policies}dist/pack.cjs`, "utf8");
  const loaded = [...pack.matchAll(/require\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1]);
  expect([...new Set(loaded)].filter((name) => !name?.startsWith("node:")).sort()).toEqual([
    "@pulumi/policy",
    "@pulumi/policy/deserialize.js",
  ]);
});
