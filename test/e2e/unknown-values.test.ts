import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 1_000 });
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(() => stack.remove());

/** `late` is unknown in a preview that creates the resource it comes from. */
const program = (late: string) => `
  const source = ${late === "source" ? 'new cdn.RuleTemplate("source", { rule: "/s", ruleType: 0 })' : "undefined"};
  const late = (value) => (source === undefined ? value : source.templateId.apply(() => value));
  const pool = { name: "web", flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 5, bootVolumeSize: 50,
    servergroupPolicy: "soft-anti-affinity", bootVolumeType: "ssd_hiiops" };
  const cluster = (name, more) => new kubernetes.Cluster(name, { projectId: 1, regionId: 76, name, keypair: "ops",
    version: "v1.31.9", pools: [{ ...pool, kubeletConfig: { maxPods: "110" } }], ...more });
  cluster("plugin", { cni: late({ provider: "cilium", cilium: { maskSize: 26 } }) });
  cluster("hole", { cni: { provider: "cilium", cilium: { maskSize: late(26) } } });
  cluster("kubelet", { pools: [{ ...pool, kubeletConfig: { maxPods: late("110") } }] });
  cluster("pools", { pools: late([pool]) });
  new cdn.RuleTemplate("whole", pulumi.output(late({ rule: "/w", ruleType: 0,
    options: { secure_key: { enabled: true, key: "s3cret-0815", type: 0 } } })));
  new edge.AppTemplate("list", { binaryId: late(42), name: "list", owned: true, params: late([]) });
  new reservations.Reservation("metal", { name: "metal", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: late(2) }], allowReplacement: true });
`;

test("a preview shows replacements that unknown values may cause, and unchanged values replace nothing", async () => {
  await stack.program(program("known"));
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect(await stack.stateText()).not.toContain("s3cret-0815");
  await stack.program(program("source"));
  const preview = await stack.preview();
  expect(preview.code, preview.output).toBe(0);
  const steps = (op: string) => preview.steps.filter((step) => step.op === op).map(({ urn }) => urn.split("::").at(-1));
  expect(steps("replace").sort(), preview.output).toEqual(["hole", "metal", "plugin"]);
  expect(steps("update").sort(), preview.output).toEqual(["kubelet", "list", "pools", "whole"]);
  // The values turn out to be the deployed ones.
  const again = await stack.up();
  expect(again.code, again.output).toBe(0);
  expect(again.changes).toEqual({ create: 1, same: 8 });
});

/** A threshold whose client id depends on a cluster's output. */
const dependent = (keypair: string) => `
  const cluster = new kubernetes.Cluster("source", { projectId: 1, regionId: 76, name: "source", keypair: "${keypair}",
    version: "v1.31.9", pools: [{ name: "web", flavorId: "bm1-hf-medium", minNodeCount: 1, maxNodeCount: 1 }] });
  new quotas.NotificationThreshold("limit", { clientId: cluster.clusterId.apply(() => 6), threshold: 60 });
`;

test("dependents of a replaced resource are replaced only if a value has changed", async () => {
  await stack.program(dependent("ops"));
  const first = await stack.up();
  expect(first.code, first.output).toBe(0);
  await stack.program(dependent("other"));
  const preview = await stack.preview();
  expect(preview.changes.replace, preview.output).toBe(2);
  emulator.platform.requests.clear();
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect(up.changes).toMatchObject({ replace: 1, same: 2 });
  expect(emulator.platform.requests.list({ endpoint: "notificationThreshold.reset" })).toEqual([]);
});

test("arguments in a single Output are refused if they contain an unknown name", async () => {
  await stack.program('new cdn.RuleTemplate("typo", pulumi.output({ rule: "/t", ruleType: 0, wieght: 3 }));');
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.output).toContain("wieght is not known here; did you mean weight?");
});
