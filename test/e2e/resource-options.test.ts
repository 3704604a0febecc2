import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform({ speed: 1_000 });
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
});
afterAll(() => stack.remove());
afterEach(() => control.clearFaults());

const pool = (name: string, minNodeCount: number, more = "") =>
  `{ name: "${name}", flavorId: "g1-standard-2-4", minNodeCount: ${minNodeCount}, maxNodeCount: 5, ${more}
     servergroupPolicy: "soft-anti-affinity", bootVolumeSize: 50, bootVolumeType: "ssd_hiiops" }`;

/** Its pools are not sorted by name. */
const cluster = (first: number, options: string, more = "") => `
  const cluster = new kubernetes.Cluster("c", { projectId: 1, regionId: 76, name: "shop", keypair: "ops",
    version: "v1.31.9", pools: [${pool("web", first, more)}, ${pool("batch", 2)}] }, ${options});
  export const pools = cluster.pools.apply((pools) => pools.map(({ name, minNodeCount }) => [name, minNodeCount]));`;

const rule = (options: string) => `
  new cdn.RuleTemplate("r", { rule: "/r", ruleType: 0 }, ${options});`;

describe("customTimeouts", () => {
  test("limit the wait for a cluster without timeouts in its arguments; other resources warn that they do not wait", async () => {
    await control.fault({ name: "task-stall", endpoint: "clusters.create", count: 1 });
    await stack.program(
      cluster(1, '{ customTimeouts: { create: "2s" } }') + rule('{ customTimeouts: { create: "2s" } }'),
    );
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.output).toContain("after 2s (customTimeouts.create)");
    expect(up.output).toContain("The option customTimeouts has no effect on this resource");
    expect((await stack.resources()).find(({ type }) => type.endsWith("Cluster"))?.initErrors).toHaveLength(1);
  });

  test("that change cause no update of the resource", async () => {
    // Otherwise, the stalled task would keep the cluster locked.
    await control.reset();
    expect((await stack.destroy()).code).toBe(0);
    await stack.program(cluster(1, '{ customTimeouts: { create: "1h" } }') + rule("{}"));
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    await stack.program(cluster(1, '{ customTimeouts: { create: "2h", update: "3h" } }') + rule("{}"));
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.code, preview.output).toBe(0);
  });

  test("limit the wait of an update and of a delete, too", async () => {
    const other = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
    try {
      const shop = (name: string, version: string) => `
        new kubernetes.Cluster("${name}", { projectId: 1, regionId: 76, name: "${name}", keypair: "ops", version: "${version}",
          pools: [${pool("web", 1)}] }, { customTimeouts: { update: "2s", delete: "3s" } });`;
      await other.program(shop("changed", "v1.31.9") + shop("removed", "v1.31.9"));
      const first = await other.up();
      expect(first.code, first.output).toBe(0);
      for (const [endpoint, version, text] of [
        ["clusters.delete", "v1.31.9", "after 3s (customTimeouts.delete)"],
        ["clusters.upgrade", "v1.32.1", "after 2s (customTimeouts.update)"],
      ] as const) {
        await control.fault({ name: "task-stall", endpoint, count: 1 });
        await other.program(shop("changed", version));
        const run = await other.up();
        expect(run.code).not.toBe(0);
        expect(run.output).toContain(text);
      }
    } finally {
      await other.remove();
    }
  });
});

describe("ignoreChanges with an index", () => {
  test("selects the pool at that index in the program, whatever its name", async () => {
    expect(await stack.outputs()).toEqual({
      pools: [
        ["web", 1],
        ["batch", 2],
      ],
    });
    await stack.program(cluster(4, '{ ignoreChanges: ["pools[0].minNodeCount"] }') + rule("{}"));
    const ignored = await stack.preview("--expect-no-changes");
    expect(ignored.code, ignored.output).toBe(0);
    // Another change of the same resource does not change ignored properties.
    await stack.program(
      cluster(4, '{ ignoreChanges: ["pools[0].minNodeCount"] }', 'labels: { tier: "web" },') + rule("{}"),
    );
    expect((await stack.up()).changes).toMatchObject({ update: 1 });
    const [live] = await control.state("clusters");
    expect(live).toMatchObject({ name: "shop" });
    expect(await stack.outputs()).toEqual({
      pools: [
        ["web", 1],
        ["batch", 2],
      ],
    });
    const refreshed = await stack.preview("--refresh", "--expect-no-changes");
    expect(refreshed.code, refreshed.output).toBe(0);
    expect((await stack.destroy()).code).toBe(0);
  });
});
