import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const home = await platform({ apiKey: "home-key" });
const abroad = await platform({ apiKey: "abroad-k3y" });
const control = { home: controlOf(home), abroad: controlOf(abroad) };
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: home.url, apiKey: "home-key" });
  await stack.configure(
    { "cloudplatform:projectId": "7", "cloudplatform:regionId": "76" },
    { abroadKey: "abroad-k3y" },
  );
});
afterAll(() => stack.remove());

const program = (more = "") => `
  const abroadKey = new pulumi.Config().requireSecret("abroadKey");
  const abroad = new cloudplatform.Provider("abroad", { baseUrl: "${abroad.url}", apiKey: abroadKey ${more} });
  const rule = (name, options) => new cdn.RuleTemplate(name, { rule: "/" + name, ruleType: 0 }, options);
  class Site extends pulumi.ComponentResource {
    constructor(name, options) {
      super("test:index:Site", name, {}, options);
      rule(name + "-a", { parent: this });
      new edge.AppTemplate(name + "-b", { binaryId: 42, name: name + "-b", owned: true, params: [] }, { parent: this });
      this.rules = cdn.getRuleTemplates({}, { parent: this });
    }
  }
  rule("home");
  const there = rule("abroad", { provider: abroad });
  new Site("listed", { providers: [abroad] });
  const one = new Site("one", { provider: abroad });
  // The settings that the provider does not have come from the stack.
  new kubernetes.Cluster("c", { name: "shop", keypair: "ops", version: "v1.31.9", pools: [{ name: "web",
    flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 5, servergroupPolicy: "soft-anti-affinity",
    bootVolumeSize: 50, bootVolumeType: "ssd_hiiops" }] }, { provider: abroad, customTimeouts: { create: "10m" } });
  const rules = (list) => list.map(({ rule }) => rule);
  export const atHome = cdn.getRuleTemplatesOutput({}, { dependsOn: there }).apply(rules);
  export const found = cdn.getRuleTemplatesOutput({}, { provider: abroad, dependsOn: there }).apply(rules);
  export const awaited = cdn.getRuleTemplates({}, { provider: abroad }).then((list) => list.length > 0);
  export const inherited = one.rules.then((list) => list.length > 0);
`;

const rulesOf = async (one: keyof typeof control) =>
  (await control[one].state("ruleTemplates"))
    .map(({ rule }) => String(rule))
    .filter((rule) => /home|abroad|listed|one/.test(rule));

describe("an explicit provider", () => {
  test("sends its resources, those of components, and its lookups to its own platform", async () => {
    await control.abroad.clearFaults();
    await fetch(`${abroad.url}/_emulator/clock`, {
      method: "POST",
      body: JSON.stringify({ speed: 1000 }),
      headers: { "content-type": "application/json" },
    });
    await stack.program(program());
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(await rulesOf("home")).toEqual(["/home"]);
    expect((await rulesOf("abroad")).toSorted()).toEqual(["/abroad", "/listed-a", "/one-a"]);
    expect(await control.abroad.state("clusters")).toMatchObject([{ name: "shop", project_id: 7 }]);
    const { atHome, found, ...others } = await stack.outputs();
    expect(found).toContain("/abroad");
    expect(atHome).not.toContain("/abroad");
    expect(others).toEqual({ awaited: true, inherited: true });
  });

  test("keeps its key encrypted, and its responses are no secrets", async () => {
    expect(await stack.stateText()).not.toContain("abroad-k3y");
    const shown = await stack.run("stack", "output", "--json");
    expect(JSON.parse(shown.output).found).toContain("/abroad");
    const preview = await stack.preview("--expect-no-changes", "--diff");
    expect(preview.code, preview.output).toBe(0);
    expect(preview.output).not.toContain("abroad-k3y");
  });

  test("replaces nothing when its key or base URL changes", async () => {
    await stack.config("abroadKey", "another-k3y", { secret: true });
    await stack.program(program(", pollIntervalSeconds: 1").replace("127.0.0.1", "localhost"));
    const preview = await stack.preview();
    expect(preview.changes.replace ?? 0).toBe(0);
    await stack.config("abroadKey", "abroad-k3y", { secret: true });
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(up.changes).toMatchObject({ update: 1 });
    expect(up.changes.replace ?? 0).toBe(0);
    expect(up.changes.create ?? 0).toBe(0);
    expect((await stack.destroy()).code).toBe(0);
    expect([...(await rulesOf("home")), ...(await rulesOf("abroad"))]).toEqual([]);
  });
});

test("a provider whose key a preview does not know yet shows its resources, and its lookups are unknown", async () => {
  await stack.program(`
    const source = new cdn.RuleTemplate("source", { rule: "/s", ruleType: 0 });
    const abroad = new cloudplatform.Provider("abroad", {
      baseUrl: "${abroad.url}", apiKey: source.templateId.apply(() => "abroad-k3y") });
    new cdn.RuleTemplate("there", { rule: "/there", ruleType: 0 }, { provider: abroad });
    export const count = cdn.getRuleTemplatesOutput({}, { provider: abroad }).apply((list) => list.length);`);
  const preview = await stack.preview();
  expect(preview.code, preview.output).toBe(0);
  expect(preview.changes).toMatchObject({ create: 4 });
  expect(preview.output).toMatch(/count: (\[unknown\]|output<)/);
});

describe("a key of the configuration that is no setting", () => {
  test("is a check failure of resources and an error of lookups, with the setting that was meant", async () => {
    await stack.config("cloudplatform:requireConfimation", "true");
    const reported =
      "cloudplatform:requireConfimation is not a setting: it is not known here; did you mean cloudplatform:requireConfirmation?";
    await stack.program('new cdn.RuleTemplate("r", { rule: "/r", ruleType: 0 });');
    const resource = await stack.preview();
    expect(resource.code).not.toBe(0);
    expect(resource.output).toContain(reported);
    await stack.program("export const apps = edge.getAppsOutput({}).count;");
    const lookup = await stack.preview();
    expect(lookup.code).not.toBe(0);
    expect(lookup.output).toContain(reported);
    expect(lookup.output).not.toMatch(/^\s+at .*\.ts:\d+/m);
  });
});
