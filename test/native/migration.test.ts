import { expect, test } from "vitest";
import { fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";

/** A program with every resource: in a component, protected, with secret inputs, and one partially created. */
const program = (source: string) => `
import * as served from "${source}";
const { cdn: c, edge: e, kubernetes: k, quotas: q, reservations: r } = served;
const config = new pulumi.Config();
class Site extends pulumi.ComponentResource {
  readonly images: pulumi.Output<number>;
  constructor(name: string) {
    super("test:index:Site", name);
    const options = { secure_key: { enabled: true, key: pulumi.secret("open-sesame-1"), type: 0 as const } };
    this.images = new c.RuleTemplate("images", { rule: "/images/", ruleType: 0, options }, { parent: this }).templateId;
    this.registerOutputs();
  }
}
new Site("site");
new c.RuleTemplate("kept", { rule: "/kept/", ruleType: 0, name: pulumi.secret("secret-name-1") }, { protect: true });
new e.AppTemplate("app", { binaryId: 42, name: "app", owned: true, params: [{ name: "b", dataType: "string", mandatory: false }] });
new e.Secret("token", { name: "token", secretSlots: [{ slot: 0, value: pulumi.secret("slot-value-1") }] });
new q.NotificationThreshold("warning", { clientId: 6, threshold: 70 });
new r.Reservation("metal", { name: "metal", regionId: 76, period: "MONTHS12", resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
new k.Cluster("edge", { projectId: 1, regionId: 76, name: "edge-1", keypair: "ops", version: "v1.31.9", timeouts: { create: "10s" },
  pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });
`;

test("a stack moves to the native provider and back, and sends only what resumes a partially created cluster", async () => {
  const emulator = await platform(fast);
  const { requests, clock, store } = emulator.platform;
  const { folder } = await builtPlugin();
  const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
  const stack = await openStack({ url: emulator.url, env, plugins: [folder] });
  const writes = () =>
    requests.list({}).filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path));
  try {
    // The cluster is only partially created, because its task exceeds the timeout.
    clock.change({ paused: true });
    await stack.program(program("@cloudplatform/pulumi"));
    const made = await stack.up();
    expect(made.code, made.output).not.toBe(0);
    expect(await stack.resources(), made.output).toHaveLength(7);
    const before = JSON.stringify([store.ruleTemplates.all(), store.clusters.all(), store.reservations.all()]);
    clock.change({ paused: false });
    requests.clear();

    await stack.program(program("@cloudplatform/pulumi/native"));
    const moved = await stack.up();
    expect(moved.code, moved.output).toBe(0);
    expect(moved.changes, moved.output).toEqual({ same: 8, update: 1 });
    expect(writes()).toEqual([]);
    const native = await stack.resources();
    const state = await stack.stateText();
    expect(native.map(({ type }) => type).every((type) => type.startsWith("cloudplatform:"))).toBe(true);
    expect(state).not.toMatch(/open-sesame-1|secret-name-1|slot-value-1/);

    const refreshed = await stack.refresh();
    expect(refreshed.code, refreshed.output).toBe(0);
    expect(refreshed.changes, refreshed.output).toEqual({ same: 9 });

    await stack.program(program("@cloudplatform/pulumi"));
    const back = await stack.up();
    expect(back.code, back.output).toBe(0);
    expect(back.changes, back.output).toEqual({ same: 9 });
    expect(writes()).toEqual([]);
    expect(await stack.stateText()).not.toMatch(/open-sesame-1|secret-name-1|slot-value-1/);
    // The state written by the native provider contains everything that the dynamic provider needs.
    const again = await stack.refresh();
    expect(again.code, again.output).toBe(0);
    expect(again.changes, again.output).toEqual({ same: 9 });
    const after = JSON.stringify([store.ruleTemplates.all(), store.clusters.all(), store.reservations.all()]);
    expect(ids(after)).toEqual(ids(before));
  } finally {
    await stack.remove();
  }
});

const ids = (text: string) => text.match(/"id":("[^"]*"|\d+)/g);
