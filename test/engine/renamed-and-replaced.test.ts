import { type ResourceName, resources, tokenOf } from "@cloudplatform/pulumi/registry";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { kindNames, kinds } from "../evidence/kinds.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import type { Harness } from "../helpers/harness.ts";
import { InProcessPlugin } from "../helpers/in-process-plugin.ts";
import { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";

beforeEach(forgetClients);

/** Opens a resource under its old and its new name in one program. */
function opened(
  provider: (typeof providerKinds)[number],
  name: ResourceName,
  emulator: { url: string },
): [Harness, Harness] {
  const { handler } = kinds[name];
  if (provider === "native") {
    const plugin = new InProcessPlugin();
    return [new NativeHarness(plugin, handler, emulator, "old"), new NativeHarness(plugin, handler, emulator, "new")];
  }
  const urn = (last: string) => `urn:pulumi:test::harness::${tokenOf(resources[name])}::${last}`;
  const old = new EngineHarness(handler, emulator, urn("old"));
  return [old, new EngineHarness(handler, emulator, urn("new"), {}, old)];
}

/** A stack whose program now gives the resource another name, with the option `aliases`, and these inputs. */
async function renamed(provider: (typeof providerKinds)[number], name: ResourceName, inputs = kinds[name].inputs) {
  const kind = kinds[name];
  // A cluster's task takes 30 s on the test clock, which skips the wait.
  const emulator = await platform({ speed: 20 });
  const control = controlOf(emulator);
  const objects = async () => JSON.stringify(await control.state(kind.collection));
  const [earlier] = opened(provider, name, emulator);
  await earlier.up(kind.inputs);
  await earlier.destroy();
  const afterDeletion = await objects();
  await earlier.up(kind.inputs);
  // The next run.
  forgetClients();
  const [old, now] = opened(provider, name, emulator);
  old.state = earlier.state;
  now.state = earlier.state;
  expect(await now.preview(inputs)).toBe(inputs === kind.inputs ? "same" : "replace");
  return { old, now, isGone: async () => (await objects()) === afterDeletion };
}

/** A forced replacement (`--replace`) changes nothing. One of a threshold keeps what it has set, unless the client is another one. */
function inputsOfReplacement(name: ResourceName): object {
  const { inputs } = kinds[name];
  return name === "quotas.NotificationThreshold" ? { ...inputs, clientId: 901 } : inputs;
}

describe.each(providerKinds)("the %s provider deletes the object", (provider) => {
  test.each(kindNames)("of %s that is renamed and replaced in one run", async (name) => {
    const inputs = inputsOfReplacement(name);
    const { old, now, isGone } = await renamed(provider, name, inputs);
    // Before the engine replaces a resource, it checks once more, without the old inputs.
    now.state = undefined;
    await now.check(inputs);
    await old.destroy();
    expect(await isGone()).toBe(true);
  });

  test.each(kindNames)("of no %s that is renamed and stays", async (name) => {
    const { old, isGone } = await renamed(provider, name);
    await old.destroy();
    expect(await isGone()).toBe(false);
  });
});
