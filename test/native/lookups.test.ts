import { endpoints } from "@cloudplatform/pulumi/api";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { lookups } from "../../provider/pulumi/native/plugin/lookups.ts";
import { readProperties, structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";
import { deviations, functionSpec } from "./conformity.ts";

const emulator = await platform();
const settings = { baseUrl: emulator.url, apiKey: "local", projectId: 1, regionId: 76, clientId: 5 };
const plugin = await startPlugin();
await plugin.call("configure", new providerProto.ConfigureRequest().setArgs(structOf(settings)));

async function invoke(name: string, args: Properties, isPreview = false) {
  const token = `cloudplatform:${name.replace(".", ":")}`;
  const request = new providerProto.InvokeRequest().setTok(token).setArgs(structOf(args)).setPreview(isPreview);
  const response = await plugin.call<unknown, providerProto.InvokeResponse>("invoke", request);
  return {
    ...readProperties(response.getReturn()),
    failures: response.getFailuresList().map((one) => one.getReason()),
  };
}

const client = clientOf(emulator);
const params = { projectId: 1, regionId: 76 };
const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
const resource = { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 } as const;
await client.call(endpoints["clusters.create"], {
  params,
  body: { name: "edge-1", keypair: "ops", version: "v1.31.9", pools },
});
emulator.platform.clock.change({ advanceMs: 3_600_000 });
const reserved = await client.call(endpoints["reservations.create"], {
  body: { name: "metal", regionId: 76, period: "MONTHS12", resources: [resource] },
});
const { ruleTemplates, appTemplates, secrets, apps } = emulator.platform.store;
const idOf = (all: { id?: unknown }[]) => Number(all[0]?.id);

const instance = {
  flavor: "g1-standard-2-4",
  names: ["web-1"],
  interfaces: [{ type: "external" }],
  volumes: [{ source: "new-volume", size: 50, typeName: "standard" }],
};
const args: Record<string, Properties> = {
  "cdn.getRuleTemplate": { id: idOf(ruleTemplates.all()) },
  "edge.getAppTemplate": { id: idOf(appTemplates.all()) },
  "edge.getAppLogs": { id: idOf(apps.all()) },
  "edge.getSecret": { id: idOf(secrets.all()) },
  "gpu.getServers": { clusterId: "1aaaab48-10d0-46d9-80cc-85209284ceb4" },
  "kubernetes.getCluster": { name: "edge-1" },
  "kubernetes.getKubeconfig": { name: "edge-1" },
  "pricing.getInstancePrice": instance,
  "pricing.getReservationPrice": {
    period: "MONTHS12",
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
  },
  "reservations.getReservation": { id: reserved.id },
};

test.each([...lookups.values()].map(({ definition }) => definition.name))(
  "the lookup %s returns the platform's response, as the schema describes it",
  async (name) => {
    const { plain, failures } = await invoke(name, args[name] ?? {});
    expect(failures).toEqual([]);
    expect(Object.keys(plain).length).toBeGreaterThan(0);
    expect(deviations(plain, functionSpec(name.replace(".", ":"))?.outputs)).toEqual([]);
  },
);

test("credentials of a cluster are secret", async () => {
  const { secretPaths, plain } = await invoke("kubernetes.getKubeconfig", { name: "edge-1" });
  expect(secretPaths).toEqual(
    Object.keys(plain)
      .map((key) => `/${key}`)
      .sort(),
  );
});

test("wrong arguments are failures, before anything is sent", async () => {
  emulator.platform.requests.clear();
  expect((await invoke("cdn.getRuleTemplate", { id: -1, idd: 2 })).failures).toHaveLength(2);
  expect(emulator.platform.requests.list({})).toEqual([]);
});

test("a preview stores no events", async () => {
  const events = { reachingUsedSpace: [] };
  emulator.platform.requests.clear();
  await invoke("storage.upsertEvents", events, true);
  expect(emulator.platform.requests.list({}).map(({ method }) => method)).toEqual(["GET"]);
  await invoke("storage.upsertEvents", events);
  expect(emulator.platform.requests.list({}).map(({ method }) => method)).toContain("POST");
});

test("a function that does not exist is named", async () => {
  await expect(invoke("cdn.getNothing", {})).rejects.toThrow("has no function cloudplatform:cdn:getNothing");
});
