import { beforeEach, describe, expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { clusterInputs, fast, metalPool, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
const lists = ["kubernetes.createVersions", "kubernetes.flavors", "clusters.upgradeVersions"] as const;
let run = 0;

beforeEach(() => {
  emulator.platform.faults.clear();
  emulator.platform.behaviors.set({});
});

/** Opens a resource in a new run, which has not read any list yet. */
function harnessOf(
  state?: EngineHarness["state"],
  settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++run) },
): EngineHarness {
  const harness = new EngineHarness(clusterHandler, emulator, `offers-${++run}`, settings);
  harness.state = state;
  return harness;
}

/** Returns the lists that were read since the request log was cleared. */
function asked(): unknown[] {
  const ids = emulator.platform.requests.list({}).map(({ endpoint }) => endpoint);
  return lists.filter((id) => ids.includes(id)).flatMap((id) => ids.filter((one) => one === id));
}

const pools = (...flavorIds: string[]) => ({
  pools: flavorIds.map((flavorId, index) => ({ ...virtualPool, name: `pool-${index}`, flavorId })),
});

describe("a new cluster", () => {
  test.each(["v1.31.9", "1.31.9", "1.31", "v1.31"])("may have version %s", async (version) => {
    expect((await harnessOf().check(clusterInputs({ version }))).failures).toEqual([]);
  });

  test.each(["v1.25.9", "1.35", "v1.31.99", "latest"])(
    "is refused with version %s, and reports what is offered",
    async (version) => {
      const { failures } = await harnessOf().check(clusterInputs({ version }));
      expect(failures).toMatchObject([{ property: "version" }]);
      const reason = failures[0]?.reason ?? "";
      expect(reason).toMatch(
        /is not offered by the platform for a new cluster: .* In region 76 it offers v1\.34\.13, /,
      );
      expect(reason.match(/v1\.31\.9\b/g)).toHaveLength(1);
    },
  );

  test("may have a version or flavor on a later page of a platform that pages by number without a count", async () => {
    emulator.platform.behaviors.set({ paging: "page", listCount: "absent", pageSize: 2 });
    const inputs = clusterInputs({ ...pools("g1-standard-2-4"), version: "v1.31.9" });
    expect((await harnessOf().check({ ...inputs, pools: [...inputs.pools, metalPool] })).failures).toEqual([]);
  });

  test("is refused with a flavor that does not exist, at its path", async () => {
    const { failures } = await harnessOf().check(clusterInputs(pools("g1-standard-2-4", "g1-standard-24")));
    expect(failures).toEqual([
      {
        property: "pools[1].flavorId",
        reason: expect.stringMatching(
          /^is not a flavor of region 76: "g1-standard-24"; did you mean "g1-standard-2-4"\?/,
        ),
      },
    ]);
  });

  test("requests each list once per run", async () => {
    emulator.platform.requests.clear();
    const settings = { "cloudplatform:pollTimeoutSeconds": "7000" };
    await harnessOf(undefined, settings).check(clusterInputs());
    await harnessOf(undefined, settings).check(clusterInputs({ version: "v1.1.1" }));
    await harnessOf(undefined, settings).check(clusterInputs(pools("g9-nothing")));
    expect(asked()).toEqual(["kubernetes.createVersions", "kubernetes.flavors"]);
  });

  test("is accepted if a list cannot be read or is empty", async () => {
    for (const endpoint of lists) await control.fault({ name: "status", status: 403, endpoint });
    const unreadable = { version: "v1.99.1", ...pools("g9-nothing") };
    expect((await harnessOf().check(clusterInputs(unreadable))).failures).toEqual([]);
    emulator.platform.faults.clear();
    const bare = await platform(fast);
    bare.platform.store.flavors.clear();
    const harness = new EngineHarness(clusterHandler, bare, "bare");
    expect((await harness.check(clusterInputs(pools("g9-nothing")))).failures).toEqual([]);
  });

  test("is accepted while the values are unknown, without a request", async () => {
    emulator.platform.requests.clear();
    const { failures } = await harnessOf().check(clusterInputs({ version: unknownValue, ...pools(unknownValue) }));
    expect(failures).toEqual([]);
    expect(asked()).toEqual([]);
  });

  test("is found on a platform that sends one version a page, without its v", async () => {
    emulator.platform.behaviors.set({ pageSize: 1, versionPrefix: "none" });
    expect((await harnessOf().check(clusterInputs())).failures).toEqual([]);
    expect((await harnessOf().check(clusterInputs({ version: "v1.99.1" }))).failures).toHaveLength(1);
  });
});

describe("a cluster in state", () => {
  async function made() {
    const inputs = clusterInputs({ pools: [virtualPool, metalPool] });
    const harness = harnessOf();
    await harness.up(inputs);
    emulator.platform.requests.clear();
    return { inputs, harness: harnessOf(harness.state) };
  }

  test("requests no list while neither version nor flavors change", async () => {
    const { inputs, harness } = await made();
    expect(await harness.preview(inputs)).toBe("same");
    const [first, ...rest] = inputs.pools;
    expect(await harness.preview({ ...inputs, pools: [{ ...first, minNodeCount: 1 }, ...rest] })).toBe("update");
    expect(await harness.preview({ ...inputs, pools: [first] })).toBe("update");
    const asked = emulator.platform.requests.list({}).map(({ endpoint }) => endpoint);
    expect(asked.filter((endpoint) => lists.some((one) => one === endpoint))).toEqual([]);
  });

  test("keeps a version and a flavor that are no longer offered", async () => {
    const { inputs, harness } = await made();
    for (const endpoint of lists) await control.fault({ name: "garbage", body: "[]", endpoint });
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("is refused an upgrade that is not offered, and reports which are", async () => {
    const { inputs, harness } = await made();
    expect((await harness.check({ ...inputs, version: "v1.32.9" })).failures).toEqual([]);
    expect((await harness.check({ ...inputs, version: "v1.32" })).failures).toEqual([]);
    expect((await harness.check({ ...inputs, version: "v1.31.8" })).failures).toEqual([]);
    const { failures } = await harness.check({ ...inputs, version: "v1.32.77" });
    expect(failures).toMatchObject([
      {
        property: "version",
        reason: expect.stringMatching(
          /as an upgrade of this cluster, which runs v1\.31\.9: v1\.32\.77\. It offers v1\.32\.13, /,
        ),
      },
    ]);
    expect(asked()).toEqual(["clusters.upgradeVersions"]);
  });

  test("may declare an upgrade that the platform has made", async () => {
    const { inputs, harness } = await made();
    const id = String(harness.state?.id);
    const live = emulator.platform.store.clusters.get(id);
    if (live === undefined) throw new Error("There is no cluster.");
    emulator.platform.store.clusters.put(id, { ...live, version: "v1.31.77" });
    expect((await harness.check({ ...inputs, version: "v1.31.77" })).failures).toEqual([]);
  });

  test("is refused a changed flavor and a new pool of a flavor that does not exist", async () => {
    const { inputs, harness } = await made();
    const { failures } = await harness.check({
      ...inputs,
      pools: [{ ...virtualPool, flavorId: "g9" }, metalPool, { ...virtualPool, name: "more", flavorId: "g8" }],
    });
    expect(failures.map(({ property }) => property)).toEqual(["pools[0].flavorId", "pools[2].flavorId"]);
    expect(asked()).toEqual(["kubernetes.flavors"]);
  });

  test("is not replaced by a cluster that the platform would refuse", async () => {
    const { inputs, harness } = await made();
    const { failures } = await harness.check({ ...inputs, keypair: "other", version: "v1.99.1" });
    expect(failures).toMatchObject([{ property: "version", reason: expect.stringContaining("for a new cluster") }]);
  });
});
