import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { rules } from "@cloudplatform/policies";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { clientOf, platform } from "../helpers/platform.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import { transitKey } from "../helpers/transit.ts";
import { openProject, type Project } from "../policies/project.ts";

const reportSchema = z.looseObject({
  findings: z.array(
    z.looseObject({ kind: z.string(), rule: z.string(), level: z.string(), resource: z.string(), message: z.string() }),
  ),
  notes: z.array(z.string()),
  errors: z.array(z.string()),
  summary: z.looseObject({ mandatory: z.number(), waived: z.number(), notEvaluated: z.number() }),
});

const emulator = await platform({ speed: 1000 });
let project: Project;

beforeAll(async () => {
  project = await openProject("policy-violations", emulator.url);
  await project.pulumi("stack", "init", "shop", "--secrets-provider", transitKey);
  await project.pulumi("config", "set", "stage", "start");
  const up = await project.pulumi("up", "--yes", "--skip-preview");
  expect(up.code, up.stdout + up.stderr).toBe(0);
  await project.pulumi("config", "rm", "stage");
});
afterAll(() => project.remove());

const broken = (report: z.output<typeof reportSchema>) =>
  new Set(report.findings.filter((one) => one.kind !== "not-evaluated").map((one) => one.rule));

describe("the example that breaks every rule", () => {
  testOnce("breaks every rule: as a change of a stack, and as a state", async () => {
    const change = await project.policy("check", "--config", "limits.json", "--format", "json");
    expect(change.code, change.stderr).toBe(1);
    const report = reportSchema.parse(JSON.parse(change.stdout));
    expect(report.errors).toEqual([]);
    expect(report.notes).toEqual([]);

    const state = await project.policy("check", "--state", "state.json", "--format", "json");
    expect(state.code, state.stderr).toBe(1);
    const old = reportSchema.parse(JSON.parse(state.stdout));
    // A state written by another tool can contain inputs that the provider refuses at preview.
    expect([...broken(old)].sort()).toEqual([
      "no-http-downgrade",
      "redirect-clash",
      "secure-key-secret",
      "unique-cluster-names",
    ]);

    const found = new Set([...broken(report), ...broken(old)]);
    expect(rules.map((rule) => rule.name).filter((name) => !found.has(name))).toEqual([]);
    expect(report.summary.waived).toBe(1);
    expect([...found]).toEqual(expect.arrayContaining(["waivers", "waivers-in-force"]));
    expect(report.findings.filter((one) => one.rule === "not-evaluated").length).toBeGreaterThan(0);
    // "At least" if the machine was too busy to read all prices. test/policies/cluster-prices.test.ts checks exact prices.
    expect(report.findings.find((one) => one.rule === "monthly-budget")?.message).toMatch(
      /^the stack costs (at least )?[\d.]+ EUR a month; the budget is 1.00 EUR \(VAT not stated\)$/,
    );
    expect(report.findings.find((one) => one.rule === "no-destruction")?.message).toBe('"checkout" would be deleted');
    expect(report.findings.find((one) => one.rule === "monthly-increase")?.message).toMatch(
      /^the change adds (at least )?[\d.]+ EUR a month; 1.00 EUR is the limit \(VAT not stated\)$/,
    );
  });

  // In npm test, the test below stops a preview, and policy-check covers waivers.
  if (isRest())
    test("is stopped by pulumi preview itself, and passes with waivers for its violations", async () => {
      const preview = await project.pulumi(
        ...["preview", "--policy-pack", "../../../policies", "--policy-pack-config", "limits.json"],
      );
      expect(preview.code).not.toBe(0);
      expect(preview.stdout).toContain("no-destruction");

      await project.write(
        "waived.json",
        JSON.stringify({
          all: "disabled",
          "no-destruction": "mandatory",
          waivers: {
            enforcementLevel: "mandatory",
            maxDays: 400_000,
            waivers: [
              {
                rule: "no-destruction",
                resource: "checkout",
                reason: "moved to another stack",
                owner: "ops",
                expires: "2999-01-01",
              },
            ],
          },
        }),
      );
      const waived = await project.policy("check", "--config", "waived.json", "--format", "json");
      expect(waived.code, waived.stdout).toBe(0);
    });
});

testOnce(
  "a check without a login and without a key evaluates the program, says so, and leaves the project as it was",
  async () => {
    const check = ["check", "--preset", "production", "--config", "limits.json", "--stack", "fresh", "--new-stack"];
    const ran = await project.policyWithoutLogin(...check, "--format", "json");
    expect(ran.code, ran.stderr).toBe(1);
    const report = reportSchema.parse(JSON.parse(ran.stdout));
    expect(report.errors).toEqual([]);
    const found = broken(report);
    // Rules that need an existing stack, or a state written by another tool.
    const absent = [
      ...["monthly-increase", "no-destruction", "no-loss-in-update", "no-rename-without-aliases"],
      ...["redirect-clash", "secure-key-secret", "unique-cluster-names"],
    ];
    expect(
      rules
        .map((rule) => rule.name)
        .filter((name) => !found.has(name))
        .toSorted(),
    ).toEqual(absent.toSorted());
    const notes = report.notes.join("\n");
    expect(notes).toContain("Evaluated as a new stack");
    expect(notes).toContain("CLOUDPLATFORM_API_KEY and CLOUDPLATFORM_BASE_URL got a placeholder");
    expect(existsSync(join(project.folder, "Pulumi.fresh.yaml"))).toBe(false);
  },
);

const names = async () => {
  const params = { projectId: 1, regionId: 76 };
  const { results } = await clientOf(emulator).call(endpoints["clusters.list"], { params });
  return results.map((one) => one.name);
};
const up = (...args: string[]) => project.pulumi("up", "--yes", ...args, "--policy-pack", "../../../policies");

testOnce("an update that would delete a cluster is stopped by its preview", async () => {
  await project.write("index.ts", "export const nothing = true;\n");
  const ran = await up();
  expect(ran.code).not.toBe(0);
  expect(ran.stdout).toContain('"checkout" would be deleted');
  expect(await names()).toContain("checkout");
});

testOnce("an update without a preview replaces no cluster", async () => {
  const start = await readFile(join(project.folder, "start.ts"), "utf8");
  await project.write("index.ts", `${start.replace('keypair: "ops"', 'keypair: "other"')}\ndeclareStart();\n`);
  const ran = await up("--skip-preview");
  expect(ran.code).not.toBe(0);
  expect(ran.stdout).toContain('"checkout" would be replaced: keypair changes');
  expect(await names()).toContain("checkout");
});

testOnce("an update without a preview buys nothing above the budget", async () => {
  await project.write(
    "budget.json",
    JSON.stringify({ "commitment-budget": { budget: { amount: 1, currency: "EUR" } } }),
  );
  await project.write(
    "index.ts",
    `import { declareStart } from "./start.ts";
     import { reservations } from "@cloudplatform/pulumi";
     declareStart();
     new reservations.Reservation("metal", { name: "metal", period: "MONTHS12", regionId: 76,
       resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });\n`,
  );
  const ran = await up("--skip-preview", "--policy-pack-config", "budget.json");
  expect(ran.code).not.toBe(0);
  expect(ran.stdout).toMatch(/reservations commit to [\d.]+ EUR; the budget is 1.00 EUR/);
  const bought = await clientOf(emulator).call(endpoints["reservations.list"], {});
  expect(bought.results.map((one) => one.name)).not.toContain("metal");
});

testOnce("a program that throws is not evaluated, and a compliant one passes", async () => {
  await project.write("index.ts", 'throw new Error("no such luck");\n');
  const failed = await project.policy("check");
  expect(failed.code, failed.stdout).toBe(2);
  expect(failed.stdout).toContain("no such luck");
  await project.write(
    "index.ts",
    `import { cdn } from "@cloudplatform/pulumi";
     new cdn.RuleTemplate("images", { rule: "/images/", ruleType: 0, weight: 1,
       options: { secure_key: { enabled: true, key: "k3y" } } });\n`,
  );
  const passed = await project.policy("check", "--preset", "sandbox", "--format", "markdown");
  expect(passed.code, passed.stdout + passed.stderr).toBe(0);
  expect(passed.stdout).toContain("### Policies: no violation");
  expect(passed.stdout).not.toContain("k3y");
});

if (isRest())
  test("several packs are evaluated at once", async () => {
    const packs = ["../../../policies", "../../../bench/policies/empty"];
    const ran = await project.policy("check", "--pack", ...packs, "--state", "state.json", "--format", "json");
    expect(ran.code, ran.stderr).toBe(1);
    expect(JSON.parse(ran.stdout).packs).toEqual({ cloudplatform: "0.1.0", empty: "0.0.1" });
  });

testOnce("a configuration that is wrong is refused before anything runs", async () => {
  await project.write("wrong.json", '{ "rule-length": { "max": 500 } }');
  const ran = await project.policy("check", "--config", "wrong.json");
  expect(ran).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'The configuration "wrong.json" is not valid [CP5001]:\n  rule-length.max: Too big: expected number to be <=300\n',
  });
});
