import { beforeEach, describe, expect, test } from "vitest";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { clusterHarness, clusterInputs, fast, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(() => control.reset());

const provider = dynamicProvider(clusterHandler);
await provider.configure?.({
  config: {
    get: (key: string) => ({ "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" })[key],
  } as never,
});

async function adopt(inputs: object, id: string) {
  const checked = await provider.check({}, { ...inputs, __adopt: id, __urn: "urn:pulumi:test::harness::x::adopted" });
  if (checked.failures?.length) return checked.failures;
  return provider.create(checked.inputs ?? {});
}

describe("adopting a cluster", () => {
  test.each(["1/76/", "1:76:"])("adopts it by %s<name> and creates nothing", async (prefix) => {
    const inputs = clusterInputs();
    await clusterHarness(emulator).up(inputs);
    await control.clearRequests();
    expect(await adopt(inputs, `${prefix}${inputs.name}`)).toMatchObject({
      id: `1/76/${inputs.name}`,
      outs: { status: "Provisioned", clusterId: expect.any(String) },
    });
    expect((await control.requests()).filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  test("names each difference between program and platform", async () => {
    const inputs = clusterInputs();
    await clusterHarness(emulator).up(inputs);
    const other = { ...inputs, keypair: "mine", pools: [{ ...virtualPool, minNodeCount: 3 }] };
    expect(await adopt(other, `1/76/${inputs.name}`)).toMatchObject([
      { property: "keypair", reason: expect.stringContaining('the program says "mine", the platform has "ops"') },
      { property: expect.stringMatching(/^pools/) },
    ]);
  });

  test("says that there is none", async () => {
    const inputs = clusterInputs();
    expect(await adopt(inputs, `1/76/${inputs.name}`)).toMatchObject([
      { reason: expect.stringContaining("there is no Kubernetes cluster") },
    ]);
  });

  test("names the form of an id", async () => {
    expect(await adopt(clusterInputs(), "edge-1")).toMatchObject([
      { reason: expect.stringContaining("<projectId>/<regionId>/<name>") },
    ]);
  });
});
