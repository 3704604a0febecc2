import { status } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { lookups } from "../../provider/pulumi/native/plugin/lookups.ts";
import { readProperties, structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };
import type { Properties } from "../../provider/values/properties.ts";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";
import { deviations, functionSpec } from "./conformity.ts";
import { makeLookedUp } from "./looked-up.ts";

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

const args = await makeLookedUp(emulator);

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
  const { secretPaths, plain } = await invoke("kubernetes.getKubeconfig", { name: "looked-up" });
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

test("names within an argument may be in Python's style, as its SDK sends them", async () => {
  const [volume] = (args["pricing.getInstancePrice"]?.volumes ?? []) as { typeName: string }[];
  const { typeName, ...rest } = volume ?? { typeName: "" };
  const asked = { ...args["pricing.getInstancePrice"], volumes: [{ ...rest, type_name: typeName }] };
  expect(await invoke("pricing.getInstancePrice", asked)).toEqual(
    await invoke("pricing.getInstancePrice", args["pricing.getInstancePrice"] ?? {}),
  );
  // No argument name contains an underscore.
  const names = JSON.stringify(Object.values(served.functions).map((one) => ("inputs" in one ? one.inputs : {})));
  expect(names).not.toMatch(/"\w+_\w+":\{/);
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

test.each([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
] as const)("a response of the platform with status %i has the status %s of gRPC", async (code, name) => {
  const remove = await controlOf(emulator).fault({ name: "status", endpoint: "apps.list", status: code });
  // Equal calls share one response, so each uses another argument.
  await expect(invoke("edge.getApps", { limit: code })).rejects.toMatchObject({ code: status[name] });
  await remove();
});

test("a function that does not exist is not found, and a method that the plugin does not have is not implemented", async () => {
  await expect(invoke("cdn.getNothing", {})).rejects.toMatchObject({ code: status.NOT_FOUND });
  const construct = plugin.call("construct", new providerProto.ConstructRequest());
  await expect(construct).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
});
