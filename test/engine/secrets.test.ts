import { ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { dynamicProvider, type Handler } from "@cloudplatform/pulumi/engine";
import { expect, test } from "vitest";

interface Inputs {
  rule: string;
  options?: object;
}

/** A platform that never returns options. */
const forgetful: Handler<Inputs, Inputs> = {
  noun: "thing",
  schema: ruleTemplateBody,
  create: async ({ rule }) => ({ id: "1", state: { rule } }),
  read: async () => undefined,
  update: async (_id, { inputs }) => ({ rule: inputs.rule }),
  delete: async () => undefined,
};

test("a secret that the platform does not echo is marked where the declared inputs are kept", async () => {
  const provider = dynamicProvider(forgetful);
  const config: Record<string, string> = {
    "cloudplatform:baseUrl": "http://127.0.0.1:9",
    "cloudplatform:apiKey": "k",
  };
  await provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  const options = { secure_key: { enabled: true, key: "planted", type: 0 } };
  const made = await provider.create({ __urn: "urn:pulumi:a::b::c::d", rule: "/a", ruleType: 0, options });
  expect(made.outs?.__declared).toMatchObject({
    options: { secure_key: { key: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } } },
  });
});
