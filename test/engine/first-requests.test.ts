import { expect, test } from "vitest";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { duringEngineCall } from "../../provider/pulumi/dynamic/request-context.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
const urnOf = (name: string) => `urn:pulumi:test::first::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::${name}`;
const [before, after] = [urnOf("before"), urnOf("after")];

/** Opens a provider that observes the engine's requests, except the first ones, which load it. */
function opened() {
  const provider = dynamicProvider(ruleTemplateHandler, { tellsUrns: true });
  const config: Record<string, string> = { "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" };
  void provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  return provider;
}

test("a read after a rename answers with the same inputs, whether or not it was the first request", async () => {
  const provider = opened();
  const program = { name: "renamed", rule: "/renamed", ruleType: 0, weight: 1, __provider: "text", __urn: before };
  const checked = await provider.check?.({}, program);
  const made = await duringEngineCall({ urn: before }, () => provider.create(checked?.inputs ?? {}));
  const outputs: Properties = { ...made.outs, __provider: "text" };
  expect(outputs.__urn).toBe(before);

  // A rename is a `same` step: the state then has the new inputs and the old outputs.
  const { inputs = {} } = (await provider.check?.(checked?.inputs ?? {}, { ...program, __urn: after })) ?? {};
  const first = await provider.read?.(made.id, outputs);
  const inputsInState = () => inputs as Properties;
  const watched = await duringEngineCall({ urn: after, inputs: inputsInState }, () =>
    provider.read?.(made.id, outputs),
  );
  expect(watched?.inputs).toBeUndefined();
  expect({ ...first?.inputs, __provider: "text" }).toEqual(inputs);
  expect(watched?.props?.__urn).toBe(after);
});

test("a change by others is an update where the SDK keeps the inputs of before a refresh in state, as 3.200 does", async () => {
  const provider = opened();
  const program = { name: "kept", rule: "/kept", ruleType: 0, weight: 1, __provider: "text", __urn: before };
  const inputs = (await provider.check?.({}, program))?.inputs as Properties;
  const made = await provider.create(inputs);
  const template = emulator.platform.store.ruleTemplates.get(Number(made.id));
  if (template === undefined) throw new Error("There is no template.");
  emulator.platform.store.ruleTemplates.put(template.id, { ...template, weight: 99 });
  const read = await provider.read?.(made.id, { ...made.outs, __provider: "text" });
  const outputs = { ...read?.props, __provider: "text" };
  const changes = async (inState: Properties, news: Properties) => {
    const diff = await duringEngineCall({ urn: before, inputs: () => inState }, () =>
      provider.diff?.(made.id, outputs, news),
    );
    return diff?.changes;
  };
  expect(await changes(inputs, inputs)).toBe(true);
  // Here the inputs in state differ, so the engine itself detects and shows the change.
  expect(await changes({ ...inputs, weight: 99 }, inputs)).toBeUndefined();
});
