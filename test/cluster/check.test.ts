import { describe, expect, test } from "vitest";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import type { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { clusterHarness, clusterInputs, fast, metalPool, virtualPool } from "./cluster.ts";
import { refusedClusters } from "./refused.ts";

const emulator = await platform(fast);

/** Returns the check failures of inputs, by property. */
async function failuresOf(change: object): Promise<Record<string, string>> {
  const { failures } = await clusterHarness(emulator).check({ ...clusterInputs(), ...change });
  return Object.fromEntries(failures.map(({ property, reason }) => [property, reason]));
}

const pool = (change: object) => ({ pools: [{ ...virtualPool, ...change }] });

describe("checking a cluster at preview", () => {
  test.each(refusedClusters)("refuses a wrong %s at its path (%j)", async (property, change) => {
    expect(Object.keys(await failuresOf(change))).toEqual([property]);
  });

  test("refuses pools that do not fit into the quotas, of a new cluster and of one that is deployed", async () => {
    const many = { ...metalPool, name: "many", minNodeCount: 200, maxNodeCount: 200 };
    expect(await failuresOf({ pools: [many] })).toEqual({
      pools: expect.stringMatching(
        /quotas of region 76: baremetal_\w+: limit \d+, used \d+, requested 200\. Declare fewer/,
      ),
    });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await harness.up(inputs);
    emulator.platform.requests.clear();
    const { failures } = await harness.check({ ...inputs, pools: [virtualPool, many] });
    expect(failures.map(({ property }) => property)).toEqual(["pools[1]"]);
    // The quota check does not request an existing pool again.
    expect(emulator.platform.requests.list({ endpoint: "pools.checkLimits" })).toHaveLength(1);
  });

  test("refuses a cluster that fits alone, and not together with another one of the program", async () => {
    const half = { ...metalPool, minNodeCount: 30, maxNodeCount: 30 };
    const [first, second] = ["half", "other-half"].map((name) =>
      clusterHarness(emulator, `urn:pulumi:dev::shop::test::${name}`),
    ) as [EngineHarness, EngineHarness];
    const [one, other] = [clusterInputs({ pools: [half] }), clusterInputs({ pools: [half] })];
    expect((await second.check(other)).failures).toEqual([]);
    // A second check, as in `up` after its preview, does not count the pools twice.
    expect((await second.check(other)).failures).toEqual([]);
    expect((await first.check(one)).failures).toMatchObject([
      {
        property: "pools",
        reason: expect.stringMatching(/together with new pools of "other-half" in this program: .*requested 60/),
      },
    ]);
    // After the request, the platform itself counts the new nodes.
    await second.up(other);
    const { failures } = await first.check(one);
    expect(failures).toMatchObject([{ reason: expect.stringMatching(/used 33, requested 30/) }]);
    await second.destroy();
    expect((await first.check(one)).failures).toEqual([]);
  });

  test("refuses pools of deployed clusters that fit alone, and not together", async () => {
    const own = await platform(fast);
    const half = (name: string) => ({ ...metalPool, name, minNodeCount: 30, maxNodeCount: 30 });
    const harnesses = ["first", "second"].map((name) => clusterHarness(own, `urn:pulumi:dev::shop::test::${name}`));
    const [first, second] = harnesses as [EngineHarness, EngineHarness];
    const [one, other] = ["first", "second"].map((name) => clusterInputs({ name })) as [ClusterInputs, ClusterInputs];
    await first.up(one);
    await second.up(other);
    const grown = (inputs: ClusterInputs, ...names: string[]) => ({
      ...inputs,
      pools: [...inputs.pools, ...names.map(half)],
    });
    expect((await first.check(grown(one, "a", "b"))).failures).toMatchObject([
      { property: "pools[1]", reason: expect.stringMatching(/together with the other new pools: .*requested 60/) },
    ]);
    expect((await first.check(grown(one, "a"))).failures).toEqual([]);
    // A second check, as in `up` after its preview, does not count the pools twice.
    expect((await first.check(grown(one, "a"))).failures).toEqual([]);
    const together = /together with new pools of "first" in this program: .*requested 60/;
    expect((await second.check(grown(other, "a"))).failures).toMatchObject([
      { property: "pools[1]", reason: expect.stringMatching(together) },
    ]);
    expect((await second.check(other)).failures).toEqual([]);
    // After the request, the platform itself counts the new nodes.
    await first.up(grown(one, "a"));
    const { failures } = await second.check(grown(other, "a"));
    expect(failures).toMatchObject([{ property: "pools[1]", reason: expect.stringMatching(/requested 30/) }]);
    expect(JSON.stringify(failures)).not.toContain("together");
    const few = { ...half("few"), minNodeCount: 2, maxNodeCount: 2 };
    expect((await second.check({ ...other, pools: [...other.pools, few] })).failures).toEqual([]);
  });

  test("accepts every field of the contract", async () => {
    expect(
      await failuresOf({
        authentication: {
          oidc: {
            issuerUrl: "https://id.example.com",
            clientId: "k8s",
            usernameClaim: "sub",
            usernamePrefix: "u-",
            groupsClaim: "g",
            groupsPrefix: "g-",
            requiredClaims: { hd: "x" },
            signingAlgs: ["RS256"],
          },
        },
        autoscalerConfig: { expander: "random" },
        cni: {
          provider: "cilium",
          cilium: {
            encryption: true,
            hubbleRelay: true,
            hubbleUi: true,
            lbAcceleration: true,
            lbMode: "dsr",
            tunnel: "vxlan",
            routingMode: "native",
            maskSize: 25,
            maskSizeV6: 121,
          },
        },
        ddosProfile: { enabled: true, fields: [{ baseField: 1, fieldValue: [1] }], profileTemplate: 1 },
        fixedNetwork: "5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11",
        fixedSubnet: "5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d12",
        isIpv6: true,
        logging: { enabled: true, destinationRegionId: 76, topicName: "edge", retentionPolicy: { period: 30 } },
        podsIpPool: "10.1.0.0/16",
        servicesIpPool: "10.2.0.0/16",
        podsIpv6Pool: "fd00::/108",
        servicesIpv6Pool: "fd01::/108",
        pools: [
          {
            ...virtualPool,
            autoHealingEnabled: true,
            isPublicIpv4: true,
            labels: { a: "b" },
            taints: { dedicated: "edge:NoSchedule" },
            crioConfig: { pids_limit: "1" },
            kubeletConfig: { maxPods: "110" },
          },
        ],
        timeouts: { create: "45m", update: "1h30m", delete: "90s" },
      }),
    ).toEqual({});
  });

  test("requires project and region if neither program nor settings set them", async () => {
    const { projectId, regionId, ...rest } = clusterInputs();
    const { failures } = await clusterHarness(emulator).check(rest);
    expect(failures.map(({ property }) => property)).toEqual(["projectId", "regionId"]);
  });

  test("accepts values that are unknown in the preview", async () => {
    expect(
      await failuresOf({
        keypair: unknownValue,
        version: unknownValue,
        fixedNetwork: unknownValue,
        ...pool({ flavorId: unknownValue }),
      }),
    ).toEqual({});
  });
});

describe("checking a change", () => {
  async function changeFailures(inputs: ClusterInputs, change: object) {
    const harness = clusterHarness(emulator);
    await harness.up(inputs);
    return (await harness.check({ ...inputs, ...change })).failures;
  }

  test.each([
    ["v1.33.1", /skips a step.*Take v1\.32 first/],
    ["v1.30.1", /cannot be downgraded .* only by one patch/],
    ["v1.31.5", /cannot be downgraded by 4 patches/],
  ])("refuses version %s after v1.31.9", async (version, reason) => {
    const failures = await changeFailures(clusterInputs(), { version });
    expect(failures).toMatchObject([{ property: "version", reason: expect.stringMatching(reason) }]);
  });

  test.each(["v1.32.1", "1.31.13", "v1.31.8"])("accepts version %s after v1.31.9", async (version) => {
    expect(await changeFailures(clusterInputs(), { version })).toEqual([]);
  });

  test("accepts any version in a replacement", async () => {
    expect(await changeFailures(clusterInputs(), { version: "v1.29.1", keypair: "other" })).toEqual([]);
  });

  test("refuses to recreate the only pool and names an alternative", async () => {
    const failures = await changeFailures(clusterInputs(), pool({ flavorId: "g1-standard-4-8" }));
    expect(failures).toMatchObject([
      { property: "pools[0].flavorId", reason: expect.stringContaining("Give the pool another name") },
    ]);
  });

  test("accepts the recreation of the only pool if another pool is added", async () => {
    const changed = { ...virtualPool, flavorId: "g1-standard-4-8" };
    expect(await changeFailures(clusterInputs(), { pools: [changed, metalPool] })).toEqual([]);
  });
});
