import { beforeEach, describe, expect, test } from "vitest";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { clusterHarness, clusterInputs, fast, metalPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(() => control.reset());

/** Changes how the platform shows fields of a cluster and its only pool. */
async function show({ name }: { name: string }, pool: object, cluster: object = {}): Promise<void> {
  const [live] = await control.state("clusters");
  const [shown] = (live?.pools ?? []) as object[];
  await control.change("clusters", `1/76/${name}`, { ...cluster, pools: [{ ...shown, ...pool }] });
}

async function writes(): Promise<string[]> {
  return (await control.requests()).filter((line) => !line.startsWith("GET"));
}

const ways: [string, object][] = [
  ["zero and empty", { boot_volume_size: 0, boot_volume_type: "", servergroup_policy: "", crio_config: {} }],
  ["null", { boot_volume_size: null, boot_volume_type: null, servergroup_policy: null, labels: null, taints: null }],
];

describe.each(ways)("a bare metal pool whose unset fields are shown as %s", (_, shown) => {
  const inputs = (): ClusterInputs & { name: string } => clusterInputs({ pools: [metalPool] });

  test("keeps its nodes when a label changes", async () => {
    const harness = clusterHarness(emulator);
    const declared = inputs();
    await harness.up(declared);
    await show(declared, shown);
    await harness.refresh();
    expect(await harness.preview(declared)).toBe("same");
    await control.clearRequests();
    await harness.up({ ...declared, pools: [{ ...metalPool, labels: { tier: "edge" } }] });
    expect(await writes()).toEqual([`PATCH /cloud/v2/k8s/clusters/1/76/${declared.name}/pools/metal`]);
  });

  test("is adopted", async () => {
    const declared = inputs();
    await clusterHarness(emulator).up(declared);
    await show(declared, shown);
    await control.clearRequests();
    const adopted = clusterHarness(emulator);
    await adopted.up({ ...declared, __adopt: `1/76/${declared.name}` });
    expect(await adopted.preview(declared)).toBe("same");
    expect(await writes()).toEqual([]);
  });

  test("needs no replacement although an earlier release stored the shown value in state", async () => {
    const harness = clusterHarness(emulator);
    const declared = inputs();
    await harness.up(declared);
    await show(declared, shown);
    const old = { ...metalPool, bootVolumeSize: 0, bootVolumeType: "", servergroupPolicy: "" };
    if (harness.state !== undefined) {
      harness.state.inputs.pools = [old];
      harness.state.outputs.__declared = { ...(harness.state.outputs.__declared as object), pools: [old] };
    }
    await control.clearRequests();
    await harness.up(declared);
    expect(await writes()).toEqual([]);
  });
});

test("immutable fields that a response omits cause no replacement", async () => {
  const harness = clusterHarness(emulator);
  const cni = { provider: "cilium", cilium: { maskSize: 25, hubbleUi: true } } as const;
  const declared = clusterInputs({ cni, isIpv6: true, podsIpPool: "10.1.0.0/16" });
  await harness.up(declared);
  await show(declared, {}, { cni: null, is_ipv6: null, pods_ip_pool: null, keypair: null });
  await harness.refresh();
  expect(await harness.preview(declared)).toBe("same");
});
