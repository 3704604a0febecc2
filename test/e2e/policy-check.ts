import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import type { Log } from "sarif";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { clientOf, platform } from "../helpers/platform.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import { transitKey } from "../helpers/transit.ts";
import { openProject, type Project } from "../policies/project.ts";

/** `cloudplatform-policy check` against the engine's own plan, with the real CLI. */
const emulator = await platform({ speed: 100_000 });
let project: Project;

const head = `
  import { cdn, kubernetes } from "@cloudplatform/pulumi";
  import * as pulumi from "@pulumi/pulumi";
  const pool = { name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50,
    bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity" } as const;
  const cluster = (name: string, changes: object = {}, options: object = {}) =>
    new kubernetes.Cluster(name, { projectId: 1, regionId: 76, name, keypair: "ops", version: "v1.31.9",
      pools: [pool], ...changes } as kubernetes.ClusterArgs, { protect: false, ...options });
`;

const start = `${head}
  cluster("secret", { keypair: pulumi.secret("ops") });
  cluster("cilium", { cni: { provider: "cilium" } });
  cluster("kept", {}, { retainOnDelete: true });
  const removed = cluster("removed");
  cluster("pools");
  cluster("forced");
  kubernetes.Cluster.get("read", removed.id);
`;

const change = `${head}
  cluster("secret", { keypair: pulumi.secret("ops") });
  cluster("cilium", { cni: { provider: "cilium", cilium: { hubbleRelay: true } } });
  cluster("pools", { pools: [{ ...pool, name: "other" }] });
  cluster("forced", { pools: [{ ...pool, minNodeCount: 2 }] }, { replaceOnChanges: ["pools"] });
`;

const reportSchema = z.looseObject({
  findings: z.array(z.looseObject({ kind: z.string(), rule: z.string(), resource: z.string(), message: z.string() })),
  errors: z.array(z.string()),
  relaxed: z.array(z.string()),
});

const stateSchema = z.looseObject({
  deployment: z.looseObject({
    resources: z.array(z.looseObject({ urn: z.string(), inputs: z.record(z.string(), z.unknown()).optional() })),
  }),
});

const config = (more: object = {}) => JSON.stringify({ all: "disabled", "no-destruction": "mandatory", ...more });

beforeAll(async () => {
  project = await openProject("policy-violations", emulator.url);
  await project.write("index.ts", start);
  await project.pulumi("stack", "init", "shop", "--secrets-provider", transitKey);
  const up = await project.pulumi("up", "--yes", "--skip-preview");
  expect(up.code, up.stdout + up.stderr).toBe(0);
  await project.write("index.ts", change);
  await project.write("only.json", config());
});
afterAll(() => project.remove());

describe("no-destruction agrees with the engine", () => {
  const expected = {
    removed: '"removed" would be deleted',
    pools: '"pools" would lose all of its pools: each is deleted or created again',
    forced: '"forced" would be replaced: pools changes',
  };

  testOnce("in a check, where the engine's operations decide", async () => {
    const ran = await project.policy("check", "--config", "only.json", "--format", "json");
    expect(ran.code, ran.stderr).toBe(1);
    const { findings, errors, relaxed } = reportSchema.parse(JSON.parse(ran.stdout));
    expect(errors).toEqual([]);
    const found = findings.filter((one) => one.rule === "no-destruction");
    expect(Object.fromEntries(found.map((one) => [one.resource, one.message]))).toEqual(expected);
    expect(relaxed).toContain("rule-length is disabled");
    expect(relaxed.join()).not.toContain("no-destruction");
  });

  // In npm test, e2e/policies covers previews and updates that the pack stops.
  if (isRest())
    test("in the pack, as far as declarations show", async () => {
      const ran = await project.pulumi(
        ...["preview", "--policy-pack", "../../../policies", "--policy-pack-config", "only.json"],
      );
      expect(ran.code).not.toBe(0);
      expect(ran.stdout).toContain(expected.removed);
      expect(ran.stdout).toContain(expected.pools);
      for (const name of ["secret", "cilium", "kept", "read"]) expect(ran.stdout).not.toContain(`"${name}" would be`);
    });

  // npm test covers waivers without the engine (policies/waivers).
  if (isRest())
    test("and a waiver covers an operation of the engine once", async () => {
      const expires = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString().slice(0, 10);
      const waiver = (resource: string) => ({
        ...{ rule: "no-destruction", resource, reason: "the cluster moves to region 80", owner: "team-edge", expires },
      });
      const waivers = { waivers: Object.keys(expected).map(waiver) };
      await project.write("waived.json", config({ waivers: { enforcementLevel: "mandatory", ...waivers } }));
      const ran = await project.policy("check", "--config", "waived.json", "--format", "json");
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      const { findings } = reportSchema.parse(JSON.parse(ran.stdout));
      expect(
        findings
          .filter((one) => one.kind === "waived")
          .map((one) => one.resource)
          .sort(),
      ).toEqual(Object.keys(expected).sort());
      const summary = findings.find((one) => one.kind === "waivers")?.message;
      expect(summary).toContain("3 waivers in force, 3 violations waived.");
      expect(summary).toContain("ends in 7 days: waiver for no-destruction");
    });
});

describe("a check that cannot tell ends with 2", () => {
  testOnce("when the stack does not exist, and names the ways on", async () => {
    const ran = await project.policy("check", "--stack", "shpo");
    expect(ran.code, ran.stdout).toBe(2);
    expect(ran.stderr).toContain('The stack "shpo" could not be read');
    expect(ran.stderr).toContain("--new-stack");
  });

  testOnce("when nobody is logged in", async () => {
    const ran = await project.policyWithoutLogin("check");
    expect(ran.code, ran.stdout).toBe(2);
    expect(ran.stderr).toContain("no backend is configured, and nobody is logged in");
  });

  if (isRest())
    test("when the report cannot be written", async () => {
      await mkdir(join(project.folder, "taken"), { recursive: true });
      const ran = await project.policy("check", "--config", "only.json", "--output", "taken");
      expect(ran.code, ran.stdout).toBe(2);
      expect(ran.stderr).toContain('The report could not be written to "taken"');
    });
});

// npm test covers the formats without the engine (policies/formats).
if (isRest())
  test("a test report counts a rule as passed only if it was evaluated", async () => {
    await project.write(
      "index.ts",
      `import { cdn } from "@cloudplatform/pulumi";
    new cdn.RuleTemplate("one", { rule: "/one/", ruleType: 0, weight: 1 });`,
    );
    const ran = await project.policy("check", "--new-stack", "--config", "only.json", "--format", "junit");
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stdout).toContain('name="rule-length"><skipped message="disabled by the configuration"/>');
    expect(ran.stdout).not.toContain('name="rule-length" />');
  });

function baseline() {
  test("a baseline accepts known violations and fails new ones; one run writes several reports", async () => {
    // In a function, because Pulumi's SDK records no position for top-level statements of an ES module.
    const program = (...rules: string[]) => `import { cdn } from "@cloudplatform/pulumi";
    function declare() {
      ${rules.map((rule, index) => `new cdn.RuleTemplate("t${index}", { rule: "/${rule}/", ruleType: 1, weight: ${index + 1} });`).join("\n")}
    }
    declare();`;
    const check = (...args: string[]) => project.policy("check", "--new-stack", "--fail-on", "low", ...args);
    await project.write("index.ts", program("one"));
    expect((await check()).code).toBe(1);
    const written = await check("--write-baseline", "baseline.json");
    expect(written.code, written.stdout + written.stderr).toBe(0);
    const again = await check("--baseline", "baseline.json", "--report", "sarif=out.sarif", "junit=out.xml");
    expect(again.code, again.stdout + again.stderr).toBe(0);
    expect(again.stdout).toContain("1 in the baseline");
    const log: Log = JSON.parse(await readFile(join(project.folder, "out.sarif"), "utf8"));
    const [known] = (log.runs[0]?.results ?? []).filter((one) => one.baselineState === "unchanged");
    expect(known?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "index.ts" },
      region: { startLine: 3 },
    });
    expect(await readFile(join(project.folder, "out.xml"), "utf8")).toContain("<testsuites ");
    await project.write("index.ts", program("one", "two"));
    expect((await check("--baseline", "baseline.json")).code).toBe(1);
  });
}

// Four checks of new stacks. npm test covers baselines without the engine (policies/formats).
if (isRest()) baseline();

testOnce(
  "a configuration with secrets and no passphrase is evaluated with placeholders, and stays as it was",
  async () => {
    const yaml = `encryptionsalt: v1:AAAAAAAAAAA=:v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
config:
  policy-violations:linkKey:
    secure: v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAA
  policy-violations:nested:
    keys:
      - secure: v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAA
`;
    await project.write("Pulumi.fresh.yaml", yaml);
    await project.write(
      "index.ts",
      `import { cdn } from "@cloudplatform/pulumi";
     import * as pulumi from "@pulumi/pulumi";
     const config = new pulumi.Config();
     config.requireObject("nested");
     new cdn.RuleTemplate("signed", { rule: "/signed/", ruleType: 0, weight: 1,
       options: { secure_key: { enabled: true, key: config.requireSecret("linkKey"), type: 0 } } });`,
    );
    const ran = await project.policyWithoutLogin("check", "--new-stack", "--stack", "fresh");
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stdout).toContain("Secrets of Pulumi.fresh.yaml got placeholders");
    expect(await readFile(join(project.folder, "Pulumi.fresh.yaml"), "utf8")).toBe(yaml);
  },
);

testOnce(
  "a remediation is what the provider creates, keeps hidden inputs and secrets, and leaves the next preview empty",
  async () => {
    const config = {
      all: "disabled",
      "pool-auto-healing": "remediate",
      "secure-key-secret": "remediate",
      "request-header-secret": "remediate",
    };
    await project.write("remediate.json", JSON.stringify(config));
    await project.write(
      "index.ts",
      `${head}
     cluster("healed", { keypair: pulumi.secret("ops"), pools: [pool, { ...pool, name: "on", autoHealingEnabled: true }] });
     new cdn.RuleTemplate("signed", { rule: "/signed/", ruleType: 0, weight: 1, options: {
       secure_key: { enabled: true, key: "a-key-in-clear", type: 0 },
       staticRequestHeaders: { enabled: true, value: { "X-Api-Key": "a-header-in-clear", "X-Other": "seen" } } } });`,
    );
    await project.pulumi("stack", "init", "remediated", "--secrets-provider", transitKey);
    const pack = ["--policy-pack", "../../../policies", "--policy-pack-config", "remediate.json"];
    const checked = await project.policy("check", "--config", "remediate.json", "--format", "json");
    expect(checked.code, checked.stdout + checked.stderr).toBe(0);
    const { findings } = reportSchema.parse(JSON.parse(checked.stdout));
    expect(findings.filter((one) => one.kind === "remediated").map((one) => `${one.resource} ${one.rule}`)).toEqual(
      expect.arrayContaining(["healed pool-auto-healing", "signed request-header-secret"]),
    );

    const up = await project.pulumi("up", "--yes", "--skip-preview", ...pack);
    expect(up.code, up.stdout + up.stderr).toBe(0);
    const params = { projectId: 1, regionId: 76, clusterName: "healed" };
    const { pools } = await clientOf(emulator).call(endpoints["clusters.get"], { params });
    expect(pools.map((one) => one.autoHealingEnabled)).toEqual([true, true]);
    const exported = await project.pulumi("stack", "export", "--stack", "remediated");
    const state = stateSchema.parse(JSON.parse(exported.stdout));
    const [healed, signed] = ["healed", "signed"].map((name) =>
      state.deployment.resources.find((one) => one.urn.endsWith(`::${name}`)),
    );
    const secret = expect.objectContaining({ ciphertext: expect.any(String) });
    for (const one of [healed, signed]) expect(one?.inputs).toMatchObject({ __provider: expect.anything() });
    expect(healed?.inputs).toMatchObject({ keypair: secret });
    expect(signed?.inputs).toMatchObject({
      options: {
        secure_key: { key: secret },
        staticRequestHeaders: { value: { "X-Api-Key": secret, "X-Other": "seen" } },
      },
    });
    expect(exported.stdout).not.toMatch(/a-key-in-clear|a-header-in-clear/);
    const preview = await project.pulumi("preview", "--expect-no-changes", ...pack);
    expect(preview.code, preview.stdout + preview.stderr).toBe(0);
  },
);
