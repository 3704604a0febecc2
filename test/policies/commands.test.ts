import { spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rules } from "@cloudplatform/policies";
import { allRules } from "@cloudplatform/policies/config";
import { afterAll, describe, expect, test } from "vitest";
import { explain } from "../../policies/cli/list.ts";

const main = fileURLToPath(new URL("../../policies/dist/cli.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "policy-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function policy(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

function write(name: string, value: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(value));
  return name;
}

test("list names every rule with the level of the configuration", () => {
  const file = write("levels.json", { extends: "production", "rule-length": "advisory" });
  const rows: { rule: string; level: string }[] = JSON.parse(policy("list", "--json", "--config", file).stdout);
  expect(rows.map((row) => row.rule)).toEqual(allRules.map((rule) => rule.name));
  const levels = Object.fromEntries(rows.map((row) => [row.rule, row.level]));
  expect(levels).toMatchObject({ "rule-length": "advisory", "pool-auto-healing": "mandatory" });
});

test.each(allRules.map((rule) => rule.name))("explain %s shows its requirement and its remediation", (name) => {
  const rule = allRules.find((one) => one.name === name);
  const text = explain(name, {});
  expect(text).toContain(rule?.description);
  expect(text).toContain(rule?.remediation);
});

test("explain runs as a command", () => {
  expect(policy("explain", "rule-length")).toEqual({ code: 0, stdout: explain("rule-length", {}), stderr: "" });
});

test("explain of a rule that does not exist ends with 2", () => {
  expect(policy("explain", "rule-lenght")).toMatchObject({ code: 2, stdout: "" });
});

describe("a configuration", () => {
  test("extends presets and files, and has sections for stacks", () => {
    write("base.json", { extends: "production", "pool-minimum-nodes": { nodes: 5 } });
    const file = write("own.json", {
      extends: "./base.json",
      "allowed-regions": { regions: [76] },
      stacks: { "dev-*": { "pool-minimum-nodes": "disabled" }, prod: { "allowed-regions": { regions: [80] } } },
    });
    const resolved = (stack: string) => JSON.parse(policy("config", "--config", file, "--stack", stack).stdout);
    expect(resolved("dev-1")).toMatchObject({
      "pool-minimum-nodes": { enforcementLevel: "disabled", nodes: 5 },
      "allowed-regions": { regions: [76] },
      "pool-auto-healing": "mandatory",
    });
    expect(resolved("acme/shop/prod")).toMatchObject({
      "pool-minimum-nodes": { enforcementLevel: "mandatory", nodes: 5 },
      "allowed-regions": { regions: [80] },
    });
  });

  test.each([
    [{ extends: "./circle.json" }, "extends itself"],
    [{ extends: "./missing.json" }, "could not be read"],
    [{ stacks: { prod: { "rule-length": { max: 500 } } } }, "stacks.prod"],
    [{ "pool-node-count": { min: 9, max: 3 } }, "min (9) must not be greater than max (3)"],
    [{ "waivers-in-force": "disabled" }, "what is waived is always shown"],
  ])("%j is refused", (config, message) => {
    const ran = policy("config", "--config", write("circle.json", config));
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
  });
});

describe("test", () => {
  const resource = (nodes: number) => [{ type: "kubernetes:Cluster", inputs: { pools: [{ minNodeCount: nodes }] } }];
  const rule = "pool-minimum-nodes";

  test("runs cases against the configuration and names rules without a case", () => {
    write("cases.json", [
      { title: "two nodes are too few", rule, resources: resource(2), expect: "violation", message: "at least 3" },
      { title: "three are enough", rule, resources: resource(3), expect: "pass" },
    ]);
    const passed = spawnCases("production");
    expect(passed.code, passed.stdout + passed.stderr).toBe(0);
    expect(passed.stdout).toContain("2 passed, 0 failed");
    expect(passed.stdout).toContain("Rules without a case: ");
    expect(passed.stdout).toContain("no-destruction");
    const failed = spawnCases("sandbox");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(
      "✗ two nodes are too few: expected a violation of pool-minimum-nodes, got none (the rule is disabled)",
    );
  });

  test("refuses a case for a rule that does not exist", () => {
    write("cases.json", { title: "x", rule: "no-such-rule", resources: resource(2), expect: "pass" });
    expect(spawnCases("production")).toMatchObject({ code: 2 });
    expect(rules.length).toBeGreaterThan(40);
  });

  function spawnCases(preset: string) {
    const cases = mkdtempSync(join(folder, "cases-"));
    renameSync(join(folder, "cases.json"), join(cases, "cases.json"));
    const ran = policy("test", cases, "--preset", preset);
    renameSync(join(cases, "cases.json"), join(folder, "cases.json"));
    return ran;
  }
});
