import { beforeEach, describe, expect, test } from "vitest";
import { type LogLine, setLogSink } from "../../provider/engine/lifecycle/progress.ts";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { controlOf } from "../helpers/control.ts";
import type { EngineHarness } from "../helpers/engine-harness.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";
import { clusterHarness, clusterInputs, fast, metalPool, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(() => control.reset());

/** Creates a cluster and clears the request log. */
async function made(change: Partial<ClusterInputs> = {}): Promise<{ harness: EngineHarness; inputs: ClusterInputs }> {
  const harness = clusterHarness(emulator);
  const inputs = clusterInputs(change);
  await harness.up(inputs);
  await control.clearRequests();
  return { harness, inputs };
}

/** Returns the requests that change something, without the cluster's address. */
async function changes(name: string): Promise<string[]> {
  const prefix = `/cloud/v2/k8s/clusters/1/76/${name}`;
  const sent = (await control.requests()).filter((line) => !line.startsWith("GET"));
  return sent.map((line) => line.replace(prefix, "").trim());
}

async function live(): Promise<Record<string, unknown>> {
  const [cluster] = await control.state("clusters");
  if (cluster === undefined) throw new Error("There is no cluster.");
  return cluster;
}

describe("changing a cluster", () => {
  test("upgrades, patches, adds, changes and removes in this order", async () => {
    const { harness, inputs } = await made({ pools: [virtualPool, { ...virtualPool, name: "old" }] });
    const wanted = {
      ...inputs,
      version: "v1.32.1",
      autoscalerConfig: { "scale-down-delay": "5m" },
      pools: [{ ...virtualPool, maxNodeCount: 9 }, metalPool],
    };
    await harness.up(wanted);
    expect(await changes(inputs.name)).toEqual([
      "POST /upgrade",
      "PATCH",
      "POST /pools",
      "PATCH /pools/general",
      "DELETE /pools/old",
    ]);
    expect(await harness.preview(wanted)).toBe("same");
    await harness.refresh();
    expect(await harness.preview(wanted)).toBe("same");
  });

  test("stops if somebody added a pool that the preview did not show, and continues after a refresh", async () => {
    const { harness, inputs } = await made();
    const cluster = await live();
    const [pool] = cluster.pools as Record<string, unknown>[];
    const extra = { ...pool, id: "extra", name: "extra" };
    await control.change("clusters", `1/76/${inputs.name}`, { pools: [pool, extra] });
    const wanted = { ...inputs, pools: [{ ...virtualPool, labels: { tier: "new" } }] };
    await expect(harness.up(wanted)).rejects.toThrow('pools["extra"] was added');
    expect(await changes(inputs.name)).toEqual([]);
    await harness.refresh();
    await harness.up(wanted);
    expect(await changes(inputs.name)).toEqual(["PATCH /pools/general", "DELETE /pools/extra"]);
  });

  test("recreates a pool  whose flavor changes", async () => {
    const { harness, inputs } = await made({ pools: [virtualPool, metalPool] });
    await harness.up({ ...inputs, pools: [{ ...virtualPool, flavorId: "g1-standard-4-8" }, metalPool] });
    expect(await changes(inputs.name)).toEqual(["DELETE /pools/general", "POST /pools"]);
    expect(harness.state?.outputs.pools).toMatchObject([
      { name: "general", flavorId: "g1-standard-4-8" },
      { name: "metal" },
    ]);
  });

  test("adds a renamed pool before it removes the old one", async () => {
    const { harness, inputs } = await made();
    await harness.up({ ...inputs, pools: [{ ...virtualPool, name: "larger", flavorId: "g1-standard-4-8" }] });
    expect(await changes(inputs.name)).toEqual(["POST /pools", "DELETE /pools/general"]);
  });

  test("raises the platform's maximum node count along with the minimum", async () => {
    const { maxNodeCount: _, ...pool } = virtualPool;
    const { harness, inputs } = await made({ pools: [pool] });
    await harness.up({ ...inputs, pools: [{ ...pool, minNodeCount: 7 }] });
    expect((await live()).pools).toMatchObject([{ min_node_count: 7, max_node_count: 7, node_count: 7 }]);
  });

  describe("whose nodes are outside of their bounds", () => {
    /** Changes the first pool outside the provider. */
    async function changed(name: string, fields: Record<string, unknown>): Promise<void> {
      const [pool, ...others] = (await live()).pools as Record<string, unknown>[];
      await control.change("clusters", `1/76/${name}`, { pools: [{ ...pool, ...fields }, ...others] });
    }
    const bounded = (minNodeCount: number, maxNodeCount: number) => ({
      pools: [{ ...virtualPool, minNodeCount, maxNodeCount }],
    });

    test.each([1, 9])("does not change %i nodes in an update of another field, and warns", async (count) => {
      const { harness, inputs } = await made();
      await changed(inputs.name, { node_count: count });
      const autoscalerConfig = { "scale-down-delay": "5m" };
      await harness.up({ ...inputs, autoscalerConfig });
      await harness.refresh();
      await harness.up({ ...inputs, autoscalerConfig, timeouts: { update: "1h" } });
      expect(await changes(inputs.name)).toEqual(["PATCH"]);
      expect((await live()).pools).toMatchObject([{ node_count: count }]);
      const warnings: string[] = [];
      const context = contextOn(emulator, { warn: (text) => void warnings.push(text) });
      await clusterHandler.read(`1/76/${inputs.name}`, inputs, context, { clusterId: (await live()).id as string });
      expect(warnings).toEqual([
        expect.stringMatching(`Pool "general" of .* has ${count} nodes?, outside its bounds 2..5`),
      ]);
    });

    test("brings them within bounds that the update changes", async () => {
      const { harness, inputs } = await made();
      await changed(inputs.name, { min_node_count: 3, node_count: 1 });
      await harness.up({ ...inputs, ...bounded(3, 5) });
      expect(await changes(inputs.name)).toEqual(["POST /pools/general/resize"]);
      expect((await live()).pools).toMatchObject([{ node_count: 3 }]);
    });

    test("warns of the nodes that a lower maximum deletes, including those that the autoscaler has added", async () => {
      const { harness, inputs } = await made();
      await changed(inputs.name, { node_count: 5 });
      const lines: LogLine[] = [];
      setLogSink((line) => lines.push(line));
      expect(await harness.preview({ ...inputs, ...bounded(1, 3) })).toBe("update");
      setLogSink(undefined);
      expect(lines.map(({ text }) => text)).toEqual([
        expect.stringContaining("destroys 2 nodes and the data on their disks, of pool general."),
      ]);
    });

    test("continues with a failed resize", async () => {
      const { harness, inputs } = await made();
      await changed(inputs.name, { min_node_count: 3, node_count: 1 });
      await control.fault({ name: "task-error", endpoint: "pools.resize", error: "No capacity.", count: 1 });
      await expect(harness.up({ ...inputs, ...bounded(3, 5) })).rejects.toThrow("No capacity.");
      await harness.up({ ...inputs, ...bounded(3, 5) });
      expect(await changes(inputs.name)).toEqual(["POST /pools/general/resize", "POST /pools/general/resize"]);
      expect((await live()).pools).toMatchObject([{ node_count: 3 }]);
    });
  });

  test("stops, also in the next run, if somebody adds a pool between two steps", async () => {
    const { harness, inputs } = await made({ pools: [virtualPool, { ...virtualPool, name: "old" }] });
    await control.fault({ name: "delay", endpoint: "clusters.patch", ms: 600_000, count: 1 });
    const pools = [{ ...virtualPool, labels: { tier: "new" } }];
    const wanted = { ...inputs, autoscalerConfig: { "scale-down-delay": "5m" }, pools };
    const stopped = expect(harness.up(wanted)).rejects.toThrow(
      /pools\["extra"\] was added.*What was changed until then/,
    );
    // The fault is spent when the request arrives, before the request log has the request.
    await until("the first step has arrived", () => emulator.platform.faults.list().length === 0 || undefined);
    const present = (await live()).pools as Record<string, unknown>[];
    await control.change("clusters", `1/76/${inputs.name}`, {
      pools: [...present, { ...present[0], id: "extra", name: "extra" }],
    });
    await control.clearFaults();
    await stopped;
    await expect(harness.up(wanted)).rejects.toThrow('pools["extra"] was added');
    expect((await live()).pools).toHaveLength(3);
    expect(await changes(inputs.name)).toEqual(["PATCH"]);
    await harness.refresh();
    expect(await harness.preview(wanted)).toBe("update");
    await harness.up(wanted);
    expect((await live()).pools).toMatchObject([{ name: "general", labels: { tier: "new" } }]);
    expect(await harness.preview(wanted)).toBe("same");
  });

  test("removes fields that are removed from the program", async () => {
    const { harness, inputs } = await made({
      authentication: { oidc: { issuerUrl: "https://id.example.com", clientId: "kubernetes" } },
      autoscalerConfig: { expander: "least-waste" },
      ddosProfile: { enabled: true, profileTemplate: 1, fields: [{ baseField: 1, fieldValue: [2] }] },
      logging: { enabled: true, topicName: "edge" },
    });
    const { authentication, autoscalerConfig, ddosProfile, logging, ...rest } = inputs;
    await harness.up(rest);
    expect(await live()).toMatchObject({
      authentication: { oidc: null },
      autoscaler_config: {},
      ddos_profile: { enabled: false },
      logging: { enabled: false },
    });
    await harness.refresh();
    expect(await harness.preview(rest)).toBe("same");
  });

  test("waits for the task that holds the cluster's lock", async () => {
    const { harness, inputs } = await made({ pools: [virtualPool, metalPool] });
    // A concurrent resize of a pool is in progress, and the read before our request does not show it yet.
    await control.fault({ name: "status", endpoint: "pools.patch", status: 409, count: 1 });
    await harness.up({ ...inputs, pools: [{ ...virtualPool, labels: { tier: "x" } }, metalPool] });
    expect((await live()).pools).toContainEqual(expect.objectContaining({ name: "general" }));
    expect(await changes(inputs.name)).toEqual(["PATCH /pools/general", "PATCH /pools/general"]);
  });

  test("finishes an interrupted update with the next up", async () => {
    const { harness, inputs } = await made();
    const wanted = { ...inputs, version: "v1.32.1", pools: [virtualPool, metalPool] };
    await control.fault({ name: "task-error", endpoint: "pools.create", error: "No metal left.", count: 1 });
    await expect(harness.up(wanted)).rejects.toThrow('ended in ERROR with "No metal left."');
    expect(harness.state?.outputs).toMatchObject({ version: "v1.32.1" });
    await control.clearRequests();
    await harness.up(wanted);
    expect(await changes(inputs.name)).toEqual(["POST /pools"]);
    expect(await harness.preview(wanted)).toBe("same");
  });

  test("reverts a half-done update when the program reverts the change", async () => {
    const { harness, inputs } = await made();
    await control.fault({ name: "task-error", endpoint: "pools.create", count: 1 });
    const wanted = { ...inputs, autoscalerConfig: { a: "1" }, pools: [virtualPool, metalPool] };
    await expect(harness.up(wanted)).rejects.toThrow("ended in ERROR");
    await harness.up(inputs);
    expect(await live()).toMatchObject({ autoscaler_config: {} });
    expect((await live()).pools).toHaveLength(1);
    expect(await harness.preview(inputs)).toBe("same");
  });

  test.each(["drop-after", "drop-before", "garbage"])("makes each step once, whatever %s hides", async (name) => {
    const { harness, inputs } = await made();
    await control.fault({ name, endpoint: "pools.create", count: 1 });
    await harness.up({ ...inputs, pools: [virtualPool, metalPool] });
    expect((await live()).pools).toHaveLength(2);
  });

  test("reports that the platform accepts a change and never shows it", async () => {
    const { harness, inputs } = await made();
    await control.fault({ name: "status", endpoint: "clusters.patch", status: 500 });
    await expect(harness.up({ ...inputs, autoscalerConfig: { a: "1" } })).rejects.toThrow(
      /the platform answered 500|Status 500/,
    );
    expect(harness.halfMade).toBe(true);
  });

  test("does not change the state when its first request is refused", async () => {
    const { harness, inputs } = await made();
    await control.fault({ name: "status", endpoint: "clusters.get", status: 401, count: 3 });
    await expect(harness.up({ ...inputs, version: "v1.32.1" })).rejects.toThrow("Check the API key");
    expect(harness.halfMade).toBe(false);
    expect(harness.state?.outputs.version).toBe("v1.31.9");
  });

  test("replaces the cluster for an immutable field", async () => {
    const { harness, inputs } = await made({ cni: { provider: "cilium", cilium: { maskSize: 25 } } });
    const others: Partial<ClusterInputs>[] = [
      { keypair: "other" },
      { name: "other" },
      { isIpv6: true },
      { podsIpPool: "10.0.0.0/16" },
      { fixedNetwork: "5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11" },
      { cni: { provider: "calico" } },
      { cni: { provider: "cilium", cilium: { maskSize: 24 } } },
    ];
    for (const other of others)
      expect([other, await harness.preview({ ...inputs, ...other })]).toEqual([other, "replace"]);
    expect(
      await harness.preview({ ...inputs, cni: { provider: "cilium", cilium: { maskSize: 25, hubbleUi: true } } }),
    ).toBe("update");
  });

  test("does not replace the cluster when the program declares the value that the platform chose", async () => {
    const { harness, inputs } = await made();
    const reported = { ...inputs, podsIpPool: "172.16.0.0/18", cni: { provider: "calico" as const } };
    await harness.up(reported);
    expect(await changes(inputs.name)).toEqual([]);
    expect(await harness.preview(inputs)).toBe("update");
  });

  test("refuses a cluster of the same name that somebody else has created", async () => {
    const { harness, inputs } = await made();
    await control.change("clusters", `1/76/${inputs.name}`, {
      id: "00000000-0000-4000-8000-000000000000",
      creator_task_id: "11111111-0000-4000-8000-000000000000",
    });
    await expect(harness.up({ ...inputs, version: "v1.32.1" })).rejects.toThrow(/is another one .* which is in state/);
    await expect(harness.refresh()).rejects.toThrow(`option import: "1/76/${inputs.name}"`);
    await harness.destroy();
    expect(await control.state("clusters")).toHaveLength(1);
  });

  test("names the fix if the cluster no longer exists", async () => {
    const { harness, inputs } = await made();
    await control.remove("clusters", `1/76/${inputs.name}`);
    await expect(harness.up({ ...inputs, version: "v1.32.1" })).rejects.toThrow(
      "is gone from the platform. Run pulumi refresh",
    );
    expect(await harness.refresh()).toBe(false);
    await harness.up(inputs);
    expect(await control.state("clusters")).toHaveLength(1);
  });
});
