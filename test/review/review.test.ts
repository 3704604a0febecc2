import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Operation, reviewSchema, reviewSchemaText } from "../../provider/review/model/schema.ts";
import { type Format, files, render } from "../../provider/review/render/formats.ts";
import { sendControl } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { driftOf, reviewOf, withSettings } from "./material.ts";
import { planted } from "./world.ts";

/** Reviews of a change recorded from the real engine (record.ts), against the emulator. */
const emulator = await platform();
const review = await reviewOf(emulator.url);
const report = await driftOf(emulator.url);

function operation(name: string): Operation {
  const found = review.operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The review has no operation on ${name}.`);
  return found;
}

test("counts replacements separately from updates, and omits no resource", () => {
  const names = (kind: string) => review.operations.filter((one) => one.operation === kind).map((one) => one.name);
  expect(names("create")).toEqual(["new", "vanished", "metal"]);
  expect(names("update")).toEqual(["drifted", "images", "signed", "guarded", "pools", "mine"]);
  expect([names("replace"), names("delete"), names("abandon")]).toEqual([["edge"], ["removed"], ["kept"]]);
  expect(review.counts).toEqual({
    ...{ create: 3, update: 6, replace: 1, delete: 1, abandon: 1, unchanged: 1, drifted: 2 },
  });
});

test("a drift report counts the resources that a review counts", () => {
  expect(report.counts).toMatchObject({ unchanged: 9, drifted: 2 });
});

test("a stack without resources is named by its project", async () => {
  const none = (text: string) => JSON.stringify({ ...JSON.parse(text), deployment: { resources: [] } });
  const empty = await driftOf(emulator.url, { log: () => "", state: none });
  expect(render(empty, "text")).toContain("Drift report of test/test");
});

test("names its versions, and the program's code only if the program has some", () => {
  expect(Object.keys(review.versions)).toEqual(expect.arrayContaining(["provider", "pulumi"]));
  expect(Object.keys(review.versions)).not.toContain("code of hooks and transforms");
});

describe("a replacement", () => {
  test("names the property that forces it, the order, the losses and the missing protection", () => {
    expect(operation("edge")).toMatchObject({
      ...{ operation: "replace", reasons: ["keypair"], order: "delete-first", protected: false, retained: false },
      losses: [
        "1 node in 1 pool (general), with the workloads and data on them",
        "the kubeconfig: every copy of it stops working",
      ],
      changes: [{ path: "keypair", kind: "update", old: "ops", new: "ops2" }],
    });
  });

  test("of only a pool is an update that loses nodes", () => {
    expect(operation("pools").losses).toEqual([
      "pool batch with 1 node and the data on its disks: it is deleted and created again",
    ]);
    expect(render(review, "text")).toMatch(/Replacements and deletions[\s\S]*update pools kubernetes:Cluster/);
  });
});

test("a provider that left the program with its resources still tells what they cost", async () => {
  const provider = /"urn:pulumi:test::test::pulumi:providers:pulumi-nodejs::default":/;
  const { platforms, money } = await reviewOf(emulator.url, {
    environment: { CLOUDPLATFORM_BASE_URL: "", CLOUDPLATFORM_API_KEY: "" },
    state: (text) => withSettings(text, emulator.url),
    plan: (text) => text.replace(provider, '"urn:pulumi:test::test::other":'),
  });
  expect(platforms).toEqual([emulator.url]);
  expect(money.costs).toEqual(review.money.costs);
});

test("a delete with retainOnDelete reports that the object stays", () => {
  expect(operation("kept")).toMatchObject({ operation: "abandon", retained: true, losses: [] });
  expect(render(review, "text")).toContain("the object stays on the platform, unmanaged");
});

test("a resource that is only deleted with another one leaves its object on the platform", async () => {
  const withKept = (text: string) =>
    text.replace(/"urn": "(\S+::)removed",/, (line, urn) => `${line} "deletedWith": "${urn}kept",`);
  const { operations } = await reviewOf(emulator.url, { state: withKept });
  const removed = operations.find(({ name }) => name === "removed");
  expect(removed).toMatchObject({ operation: "abandon", retained: true, losses: [] });
  expect(render({ ...review, operations }, "text")).toContain("deletedWith kept: the engine deletes only that one");
});

test("protection that is set is reported", () => {
  expect(operation("guarded").protected).toBe(true);
});

test("pools are compared by name", () => {
  expect(operation("guarded").changes).toEqual([
    { path: 'pools["general"].minNodeCount', kind: "update", old: 1, new: 2 },
    { path: 'pools["general"].maxNodeCount', kind: "add", new: 3 },
  ]);
});

test("a secret is shown as changed, a value of the update as not known yet", () => {
  expect(operation("signed").changes).toEqual([{ path: "options.secure_key.key", kind: "update", secret: true }]);
  expect(operation("new").changes).toContainEqual({ path: "name", kind: "add", unknown: true });
  expect(review.unknown.map((one) => `${one.name} ${one.path}`)).toEqual(["new name", "mine b"]);
});

test("a text that stands for no value needs attention", async () => {
  const lacking = await reviewOf(emulator.url, {
    log: (text) => text.replaceAll("/images/new/", "/images/undefined/"),
  });
  expect(lacking.verdict.reasons).toContain("1 value that the program seems not to have");
  expect(render(lacking, "text")).toContain('Missing values\n  new: rule contains "undefined"\n');
  expect(review.missing).toBe(undefined);
});

test("a resource of another provider is part of the review, without a price", () => {
  expect(operation("mine")).toMatchObject({ ours: false, operation: "update", type: "pulumi-nodejs:dynamic:Resource" });
  expect(review.money.unpriced).toContainEqual(
    expect.objectContaining({ name: "mine", reason: "it belongs to another provider" }),
  );
});

test("money: monthly difference by the platform's prices, the new commitment with its total", () => {
  const { monthly, commitments, costs } = review.money;
  expect(commitments).toMatchObject([{ name: "metal", total: "14418.72", currency: "EUR", months: 12 }]);
  const sum = costs.reduce((total, one) => total + Number(one.after ?? 0) - Number(one.before ?? 0), 0);
  expect(Number(monthly[0]?.difference)).toBeCloseTo(sum, 2);
  // A cluster with only another key costs the same, so it has no line.
  expect(costs.map((one) => one.name)).toEqual(["guarded", "pools", "metal"]);
  expect(costs[0]).toMatchObject({ before: "49.25", after: "98.50", basis: "platform" });
});

test("quotas after the change", () => {
  const found = review.quotas.entries.find((one) => one.name === "vmCount");
  expect(found).toMatchObject({ regionId: 76, change: 1, state: "below" });
});

test("drift is separate from the program's changes", () => {
  expect(review.drift).toMatchObject([
    {
      name: "drifted",
      kind: "changed",
      changes: [
        { path: "weight", old: 11, new: 99 },
        { path: "options", kind: "add" },
      ],
    },
    { name: "vanished", kind: "missing", changes: [] },
  ]);
  expect(report.drift).toEqual(review.drift);
  expect(report).toMatchObject({ kind: "drift", operations: [], counts: { drifted: 2 } });
  // A refresh reads with the settings in state.
  expect(report.platforms).toEqual([emulator.url]);
});

test("policies: violations with their remediation, and a waived or relaxed rule is no secret", () => {
  const found = review.policies.findings.find((one) => one.rule === "no-destruction");
  expect(found).toMatchObject({ kind: "violation", level: "advisory", resource: "edge" });
  expect(found?.remediation).toContain("waiver");
  expect(review.policies.relaxed.join()).toContain("no-destruction is advisory");
});

test("the verdict is attention, and a mandatory violation blocks", async () => {
  expect(review.verdict.level).toBe("attention");
  expect(review.verdict.reasons).toContain("1 replacement");
  const event = {
    ...{ resourceUrn: operation("guarded").urn, policyName: "pool-auto-healing", policyPackName: "cloudplatform" },
  };
  const log = (text: string) => `${JSON.stringify({ policyRemediationEvent: event })}\n${text}`;
  const blocked = await reviewOf(emulator.url, { log, policies: { "no-destruction": "mandatory" } });
  expect(blocked.verdict).toMatchObject({ level: "blocked" });
  expect(render(blocked, "text")).toContain("remediated guarded: pool-auto-healing corrected a violation.");
  expect(render(blocked, "text")).not.toContain("Apply with");
});

test("sample URLs in the program's outputs show the effects of the change", () => {
  const [first, second] = review.cdn.urls;
  expect(first).toMatchObject({
    url: "https://cdn.example/images/a.png",
    before: ["images (weight 10)"],
    after: ["images (weight 20)"],
  });
  expect(first?.changes).toContain('images: gzipOn {"enabled":true,"value":true} → {"enabled":true,"value":false}');
  expect(second?.open.join()).toContain("whether a pattern matches only from the beginning of the path");
});

test("a pattern that can backtrack exponentially is named", async () => {
  expect(review.cdn.patterns).toEqual([]);
  const log = (text: string) => text.replaceAll('"rule":"/images/new/"', '"rule":"/images/new/(a+)+$"');
  const risky = await reviewOf(emulator.url, { log });
  expect(risky.cdn.patterns).toMatchObject([{ name: "new", problem: expect.stringContaining("exponential time") }]);
  expect(risky.verdict.reasons).toContain("1 pattern that can backtrack exponentially");
});

test("matches its schema and the published JSON Schema: run npm run generate", () => {
  const json = JSON.parse(render(review, "json"));
  expect(reviewSchema.parse(json)).toEqual(review);
  const published = readFileSync(new URL("../../provider/review.schema.json", import.meta.url), "utf8");
  expect(published).toBe(reviewSchemaText());
  const validator = z.fromJSONSchema(JSON.parse(published));
  expect(validator.safeParse(json).error).toBeUndefined();
  expect(validator.safeParse({ ...json, verdict: { level: "fine", reasons: [] } }).success).toBe(false);
});

test.each(Object.keys(files) as Format[])("no secret is in the %s", (format) => {
  for (const one of [review, report]) for (const secret of planted) expect(render(one, format)).not.toContain(secret);
});

test("a platform that is not asked, or hides a price, is reported", async () => {
  const nowhere = await reviewOf("https://platform.invalid");
  const reason = (of: typeof review) => of.money.unpriced.find((one) => one.name === "guarded")?.reason;
  expect(reason(nowhere)).toContain("https://platform.invalid stands for no platform");
  expect(nowhere.quotas.notes.join()).toContain("Quotas were not read");
  const fault = { name: "status", endpoint: "prices.cluster", status: 403 };
  await sendControl(emulator.url, "POST", "faults", fault);
  expect(reason(await reviewOf(emulator.url))).toContain("the platform gave no price");
});
