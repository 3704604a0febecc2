import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { readProperties, structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";

const emulator = await platform();
const plugin = await startPlugin();

async function checkConfig(inputs: Properties) {
  const response = await plugin.call<unknown, providerProto.CheckResponse>(
    "checkConfig",
    new providerProto.CheckRequest().setNews(structOf(inputs)),
  );
  return {
    inputs: readProperties(response.getInputs()),
    failures: response.getFailuresList().map((one) => one.toObject()),
  };
}

test("a provider's settings are kept, its key as a secret", async () => {
  const given = { baseUrl: "https://api.example.com", apiKey: "k", projectId: 2, version: "0.1.0" };
  const { inputs, failures } = await checkConfig(given);
  expect(failures).toEqual([]);
  expect(inputs.plain).toEqual(given);
  expect(inputs.secretPaths).toEqual(["/apiKey"]);
});

test.each<[string, Properties, string]>([
  ["a setting that does not exist", { baseUri: "https://x.example" }, "baseUri is not a setting"],
  ["an address that is none", { baseUrl: "nowhere" }, "baseUrl"],
  ["a number that is none", { projectId: "two" }, "projectId"],
  ["a guard that is misspelt", { requireConfirmation: "yes" }, "requireConfirmation"],
])("%s fails the check of the provider", async (_, inputs, text) => {
  const { failures } = await checkConfig(inputs);
  expect(failures).toHaveLength(1);
  expect(failures[0]?.reason).toContain(text);
});

test("the key is in no failure", async () => {
  const { failures } = await checkConfig({ apiKey: "pässwörd" });
  expect(JSON.stringify(failures)).not.toContain("pässwörd");
  expect(failures).toHaveLength(1);
});

test("settings that are unknown in a preview are accepted", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect((await checkConfig({ baseUrl: unknown, apiKey: unknown, projectId: unknown })).failures).toEqual([]);
});

test("another key or base URL updates the provider and replaces nothing", async () => {
  const request = new providerProto.DiffRequest()
    .setOldInputs(structOf({ baseUrl: "https://a.example", apiKey: "a" }))
    .setNews(structOf({ baseUrl: "https://b.example", apiKey: "a" }));
  const response = await plugin.call<unknown, providerProto.DiffResponse>("diffConfig", request);
  expect(response.getChanges()).toBe(providerProto.DiffResponse.DiffChanges.DIFF_SOME);
  expect(response.getDiffsList()).toEqual(["baseUrl"]);
  expect(response.getReplacesList()).toEqual([]);
});

test("a missing setting is named at the preview of a resource", async () => {
  const bare = await startPlugin({ CLOUDPLATFORM_BASE_URL: "", CLOUDPLATFORM_API_KEY: "" });
  await bare.call("configure", new providerProto.ConfigureRequest().setArgs(structOf({})));
  const urn = new NativeHarness(bare, ruleTemplateHandler, emulator).urn;
  const request = new providerProto.CheckRequest().setUrn(urn).setNews(structOf({ rule: "/a/", ruleType: 0 }));
  const response = await bare.call<unknown, providerProto.CheckResponse>("check", request);
  expect(
    response
      .getFailuresList()
      .map((one) => one.getReason())
      .join(),
  ).toContain("base URL is not set");
  await bare.end();
});

test("numbers and booleans are read as SDKs write them", async () => {
  const settings = { "cloudplatform:projectId": "1", "cloudplatform:requireConfirmation": "true" };
  const one = new NativeHarness(plugin, ruleTemplateHandler, emulator, "typed", settings);
  expect((await one.check({ rule: "/typed/", ruleType: 0 })).failures).toEqual([]);
});
