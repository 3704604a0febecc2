import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rules } from "@cloudplatform/policies";
import { allRules } from "@cloudplatform/policies/config";
import { afterAll, describe, expect, test, vi } from "vitest";
import { run } from "../../policies/cli/command-line.ts";
import { explain } from "../../policies/cli/list.ts";
import { controlNames, titles } from "../../policies/engine/controls.ts";

const folder = mkdtempSync(join(tmpdir(), "policy-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in this process, in the folder of the test. */
async function policy(...args: string[]) {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { code: await run(args), ...printed };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

function write(name: string, value: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(value));
  return name;
}

test("list prints every rule with its configured level", async () => {
  const file = write("levels.json", { extends: "production", "rule-length": "advisory" });
  const rows: { rule: string; level: string }[] = JSON.parse((await policy("list", "--json", "--config", file)).stdout);
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

test("list shows the rules of a framework, each with its controls; an unknown framework is refused", async () => {
  const { stdout } = await policy("list", "--json", "--framework", "cis-v8");
  const rows: { rule: string; controls: string[] }[] = JSON.parse(stdout);
  expect(rows.find((row) => row.rule === "no-http-downgrade")?.controls).toEqual(["iso-27001 A.8.24", "cis-v8 3.10"]);
  expect(rows.map((row) => row.rule)).not.toContain("rule-length");
  expect(explain("no-http-downgrade", {})).toContain(
    "Controls: iso-27001 A.8.24 (Use of cryptography), cis-v8 3.10 (Encrypt Sensitive Data in Transit)",
  );
  const unknown = await policy("list", "--framework", "soc");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("must be one of cis-v8, iso-27001") });
});

test("each control of a rule has its framework's title, and each title belongs to a control of a rule", () => {
  const named = allRules.flatMap(({ controls }) => controlNames(controls));
  const titled = Object.entries(titles).flatMap(([framework, of]) => controlNames({ [framework]: Object.keys(of) }));
  expect(new Set(named)).toEqual(new Set(titled));
});

test("explain runs as a command", async () => {
  expect(await policy("explain", "rule-length")).toEqual({ code: 0, stdout: explain("rule-length", {}), stderr: "" });
});

test("explain of a rule that does not exist ends with 2", async () => {
  expect(await policy("explain", "rule-lenght")).toMatchObject({ code: 2, stdout: "" });
});

test.each([
  ["--version", 0],
  ["--help", 0],
  ["--no-such-option", 2],
])("%s ends with %i", async (option, code) => {
  expect((await policy(option)).code).toBe(code);
});

describe("a configuration", () => {
  test("extends presets and files, and has sections for stacks", async () => {
    write("base.json", { extends: "production", "pool-minimum-nodes": { nodes: 5 } });
    const file = write("own.json", {
      extends: "./base.json",
      "allowed-regions": { regions: [76] },
      stacks: { "dev-*": { "pool-minimum-nodes": "disabled" }, prod: { "allowed-regions": { regions: [80] } } },
    });
    const resolved = async (stack: string) =>
      JSON.parse((await policy("config", "--config", file, "--stack", stack)).stdout);
    expect(await resolved("dev-1")).toMatchObject({
      "pool-minimum-nodes": { enforcementLevel: "disabled", nodes: 5 },
      "allowed-regions": { regions: [76] },
      "pool-auto-healing": "mandatory",
    });
    expect(await resolved("acme/shop/prod")).toMatchObject({
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
  ])("%j is refused", async (config, message) => {
    const ran = await policy("config", "--config", write("circle.json", config));
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
  });
});

describe("test", () => {
  const resource = (nodes: number) => [{ type: "kubernetes:Cluster", inputs: { pools: [{ minNodeCount: nodes }] } }];
  const rule = "pool-minimum-nodes";

  test("runs cases against the configuration and lists rules without a case", async () => {
    write("cases.json", [
      { title: "two nodes are too few", rule, resources: resource(2), expect: "violation", message: "at least 3" },
      { title: "three are enough", rule, resources: resource(3), expect: "pass" },
    ]);
    const passed = await runCases("production");
    expect(passed.code, passed.stdout + passed.stderr).toBe(0);
    expect(passed.stdout).toContain("2 passed, 0 failed");
    expect(passed.stdout).toContain("Rules without a case: ");
    expect(passed.stdout).toContain("no-destruction");
    const failed = await runCases("sandbox");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain("1 passed, 1 failed");
    expect(failed.stdout).toContain(
      "✗ two nodes are too few: expected a violation of pool-minimum-nodes, got none (the rule is disabled)",
    );
  });

  test("a disabled rule finds nothing, whatever its parameters", async () => {
    const cases = mkdtempSync(join(folder, "cases-"));
    const one = { title: "one node", rule, resources: resource(1), expect: "pass" };
    writeFileSync(join(cases, "case.json"), JSON.stringify(one));
    const config = write("nodes.json", { [rule]: { enforcementLevel: "disabled", nodes: 3 } });
    expect(await policy("test", cases, "--config", config)).toMatchObject({ code: 0 });
    write("nodes.json", { [rule]: { nodes: 3 } });
    expect(await policy("test", cases, "--config", config)).toMatchObject({ code: 1 });
  });

  test("refuses a case for a rule that does not exist", async () => {
    write("cases.json", { title: "x", rule: "no-such-rule", resources: resource(2), expect: "pass" });
    expect(await runCases("production")).toMatchObject({ code: 2 });
    expect(rules.length).toBeGreaterThan(40);
  });

  async function runCases(preset: string) {
    const cases = mkdtempSync(join(folder, "cases-"));
    renameSync(join(folder, "cases.json"), join(cases, "cases.json"));
    const ran = await policy("test", cases, "--preset", preset);
    renameSync(join(cases, "cases.json"), join(folder, "cases.json"));
    return ran;
  }
});

describe("check", () => {
  const here = () => {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    return folder;
  };

  test.each(["text", "text=", "=file", "pdf=file"])("refuses the report %s", async (report) => {
    const ran = await policy("check", "-C", here(), "--report", report);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("must be <format>=<file>") });
  });

  test("names the fix if there is no Pulumi CLI", async () => {
    vi.stubEnv("PATH", folder);
    vi.stubEnv("PULUMI_BACKEND_URL", `file://${folder}`);
    const ran = await policy("check", "-C", here(), "--stack", "prod");
    vi.unstubAllEnvs();
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`The Pulumi CLI could not be started in "${folder}"`);
  });
});
