import { beforeEach, describe, expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";
import { until } from "../helpers/until.ts";
import { clusterHarness, clusterInputs, fast, metalPool, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(() => control.reset());

async function made(change: Parameters<typeof clusterInputs>[0] = {}) {
  const harness = clusterHarness(emulator);
  const inputs = clusterInputs(change);
  await harness.up(inputs);
  return { harness, inputs, id: `1/76/${inputs.name}` };
}

/** Advances the test clock by 1 h after an endpoint was called. The platform's clock is paused, so its tasks do not end. */
async function letTimeRunOut(endpoint: string, action: () => Promise<unknown>, text: string | RegExp): Promise<void> {
  const { clock } = emulator.platform;
  clock.change({ paused: true });
  const stopped = expect(action()).rejects.toThrow(text);
  await until("the request has arrived", async () => ((await control.calls(endpoint)) > 0 ? true : undefined));
  time.advance(3_600_000);
  await stopped;
  clock.change({ ...fast, paused: false });
}

describe("reading a cluster", () => {
  test("detects changes by somebody else", async () => {
    const { harness, inputs, id } = await made();
    await control.change("clusters", id, { autoscaler_config: { expander: "random" } });
    await harness.refresh();
    expect(harness.state?.inputs.autoscalerConfig).toEqual({ expander: "random" });
    expect(await harness.preview(inputs)).toBe("update");
  });

  test("shows an upgrade by somebody else to another minor version, and can still be changed", async () => {
    const { harness, inputs, id } = await made();
    await control.change("clusters", id, { version: "v1.32.1" });
    await harness.refresh();
    expect(harness.state?.outputs.version).toBe("v1.32.1");
    expect((await harness.check(inputs)).failures).toEqual([]);
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("detects a pool that somebody else has added, and the next up removes it", async () => {
    const { harness, inputs, id } = await made();
    const [cluster] = await control.state("clusters");
    const pools = cluster?.pools as Record<string, unknown>[];
    const other = { ...pools[0], id: "22222222-0000-4000-8000-000000000000", name: "theirs" };
    await control.change("clusters", id, { pools: [...pools, other] });
    await harness.refresh();
    expect(await harness.preview(inputs)).toBe("update");
    await harness.up(inputs);
    expect((await control.state("clusters"))[0]?.pools).toHaveLength(1);
  });

  test("reports no drift for fields that the platform fills in", async () => {
    const { harness, inputs, id } = await made({ logging: { enabled: true } });
    await control.change("clusters", id, {
      keypair: null,
      fixed_network: "5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11",
      authentication: { oidc: null, kubeconfig_created_at: "2026-01-01T00:00:00" },
      cni: { provider: "calico", cilium: null },
      ddos_profile: { enabled: false, profile_template: 7, fields: [] },
    });
    await harness.refresh();
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("reads a cluster that no program has declared", async () => {
    const { inputs, id } = await made({ autoscalerConfig: { expander: "random" } });
    const found = await clusterHandler.read(id, {} as never, contextOn(emulator));
    expect(found?.inputs).toMatchObject({ keypair: "ops", autoscalerConfig: { expander: "random" } });
    expect(found?.state).toMatchObject({ name: inputs.name, status: "Provisioned" });
  });

  test("reads many clusters with one list", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => made()));
    await control.clearRequests();
    await Promise.all(all.map(({ harness }) => harness.refresh()));
    expect((await control.requests()).length).toBeLessThanOrEqual(4);
  });
});

describe("deleting a cluster", () => {
  test("returns when the cluster no longer exists", async () => {
    const { harness } = await made();
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });

  test("succeeds if the cluster no longer exists", async () => {
    const { harness, id } = await made();
    await control.remove("clusters", id);
    await harness.destroy();
    expect(harness.state).toBeUndefined();
  });

  test("waits for the lock of a running task", async () => {
    const { harness, inputs } = await made({ timeouts: { update: "1h" } });
    const wanted = { ...inputs, pools: [virtualPool, metalPool] };
    await letTimeRunOut("pools.create", () => harness.up(wanted), "timeouts.update");
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });

  test("deletes a partially created cluster", async () => {
    await control.fault({ name: "task-error", endpoint: "clusters.create", leavesBehind: true, count: 1 });
    const harness = clusterHarness(emulator);
    await expect(harness.up(clusterInputs())).rejects.toThrow("ended in ERROR");
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });

  test("deletes a cluster whose create is still running", async () => {
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs({ timeouts: { create: "1h" } });
    await letTimeRunOut("clusters.create", () => harness.up(inputs), "timeouts.create");
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });

  test("names the fix after its timeout", async () => {
    const { harness } = await made({ timeouts: { delete: "1h" } });
    const text = /after 1h \(timeouts\.delete\)\. It stays in state; run the same/;
    await letTimeRunOut("clusters.delete", () => harness.destroy(), text);
  });

  test("says so when its task fails, and deletes with the next try", async () => {
    const { harness } = await made();
    await control.fault({ name: "task-error", endpoint: "clusters.delete", error: "Volume is busy.", count: 1 });
    await expect(harness.destroy()).rejects.toThrow('ended in ERROR with "Volume is busy."');
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });

  test.each(["drop-after", "drop-before"])("deletes once, whatever %s hides", async (name) => {
    const { harness } = await made();
    await control.fault({ name, endpoint: "clusters.delete", count: 1 });
    await harness.destroy();
    expect(await control.state("clusters")).toEqual([]);
  });
});
