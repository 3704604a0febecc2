import { behaviorPresets } from "@cloudplatform/emulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 300, behaviors: behaviorPresets.contrary });
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
  stack = await openStack({ url: emulator.url, env });
});
afterAll(() => stack.remove());

/** Four types of resources. Optional inputs are omitted in some resources and set in others. */
const program = (word: string) => `
  new cdn.RuleTemplate("plain", { rule: "/plain-${word}/.*", ruleType: 0 });
  new cdn.RuleTemplate("cached", {
    rule: "/cached/.*", ruleType: 0, weight: 3,
    options: { edge_cache_settings: { enabled: true, value: "3600s" }, staticHeaders: { enabled: true, value: { "x-word": "${word}" } } },
  });
  new edge.AppTemplate("app", {
    binaryId: 42, name: "app", owned: true, shortDescr: "${word}",
    params: [{ name: "greeting", dataType: "string", mandatory: true }],
  });
  new edge.AppTemplate("bare", { binaryId: 43, name: "bare ${word}", owned: true, params: [] });
  new reservations.Reservation("metal", {
    name: "contrary", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
  });
  new kubernetes.Cluster("cluster", {
    projectId: 1, regionId: 76, name: "contrary", keypair: "ops", version: "v1.31.9",
    pools: [
      {
        name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 2, bootVolumeSize: 50,
        bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity", labels: { word: "${word}" },
      },
      { name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 },
    ],
  });`;

async function expectSettled(): Promise<void> {
  const empty = async () => {
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.code, preview.output).toBe(0);
  };
  await empty();
  const refresh = await stack.refresh();
  expect(refresh.code, refresh.output).toBe(0);
  await empty();
}

test("all resources pass their lifecycle with the real engine on a platform with every non-default behavior", async () => {
  await stack.program(program("one"));
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect(up.changes).toMatchObject({ create: 7 });
  await expectSettled();

  await stack.program(program("two"));
  await control.clearRequests();
  const changed = await stack.up();
  expect(changed.code, changed.output).toBe(0);
  expect(changed.changes).toMatchObject({ update: 5 });
  const sent = (await control.requests()).filter((line) => !line.startsWith("GET") && !line.includes("/pricing/"));
  expect(sent.map((line) => line.replace(/\d+$/, "<id>")).sort()).toEqual([
    "PATCH /cloud/v2/k8s/clusters/1/76/contrary/pools/general",
    "PUT /cdn/resources/rule_templates/<id>",
    "PUT /cdn/resources/rule_templates/<id>",
    "PUT /edgeapp/v1/template/<id>",
    "PUT /edgeapp/v1/template/<id>",
  ]);
  await expectSettled();

  const destroy = await stack.destroy();
  expect(destroy.code, destroy.output).toBe(0);
  for (const collection of ["clusters", "ruleTemplates", "appTemplates", "reservations"])
    expect(namesIn(await control.state(collection)), collection).toEqual([]);
});

/** Returns the names of existing objects that the program declares. */
function namesIn(records: Record<string, unknown>[]): string[] {
  return records
    .filter(({ status }) => status !== "CANCELLED")
    .map(({ name, rule }) => String(name ?? rule))
    .filter((name) => /^(contrary|app|bare .*|.*plain.*|.*cached.*)$/.test(name));
}
