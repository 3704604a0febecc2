import { afterAll, expect, test } from "vitest";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";

// A forced replacement (--replace, pulumi state taint) sets the threshold of the same client again. If its run fails later, the state
// keeps the previous entry, with its delete pending, under the same URN and id.

const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();
const types = { dynamic: "pulumi-nodejs:dynamic/cloudplatform/quotas", native: "cloudplatform:quotas" } as const;

let lastClient = 900;

/** Opens a resource of an unused client; `inState` sets the resource's entries in state. */
function open(provider: ProviderKind) {
  const clientId = ++lastClient;
  const declared = { clientId, threshold: 90 };
  const type = `${types[provider]}:NotificationThreshold`;
  const urn = `urn:pulumi:dev::shop::${type}::one`;
  const inState = (...entries: { delete?: boolean; outputs?: Record<string, unknown> }[]) =>
    backend.write(
      "dev",
      entries.map((entry) => ({ urn, type, id: String(clientId), ...entry })),
    );
  inState();
  const harness = openInProcess[provider](notificationThresholdHandler, emulator, urn);
  return {
    harness,
    urn,
    inState,
    declared,
    inForce: () => emulator.platform.store.thresholds.get(clientId)?.threshold,
  };
}

test.each(providerKinds)(
  "the next up deletes the entry of an interrupted replacement and leaves the threshold set: %s provider",
  async (provider) => {
    const { harness, inState, declared, inForce } = open(provider);
    await harness.up(declared);
    inState({}, { delete: true });
    expect(await harness.preview(declared)).toBe("same");
    const kept = harness.state;
    await harness.destroy();
    expect(inForce()).toBe(90);
    inState({});
    harness.state = kept;
    await harness.destroy();
    expect(inForce()).toBe(80);
  },
);

test.each(providerKinds)(
  "a destroy deletes both entries of an interrupted replacement and resets the threshold: %s provider",
  async (provider) => {
    const { harness, inState, declared, inForce } = open(provider);
    await harness.up(declared);
    inState({}, { delete: true });
    const kept = harness.state;
    await harness.destroy();
    harness.state = kept;
    await harness.destroy();
    expect(inForce()).toBe(80);
  },
);

// A threshold that has another name in the program is created again over the one in state.
test.each(providerKinds)(
  "one with another name does not overwrite what somebody else has set: %s provider",
  async (provider) => {
    const { urn, inState, declared, inForce } = open(provider);
    const { clientId } = declared;
    const set = (threshold: number) =>
      emulator.platform.store.thresholds.put(clientId, {
        client_id: clientId,
        threshold,
        last_sending: null,
        last_message: null,
      });
    set(70);
    inState({ outputs: { threshold: 90 } });
    const renamed = urn.replace("::one", `::two-${provider}`);
    // Other settings open another client, as the provider of the next run does.
    const inRun = (run: number) =>
      openInProcess[provider](notificationThresholdHandler, emulator, renamed, {
        "cloudplatform:pollTimeoutSeconds": `${7200 + run}`,
      });
    const wanted = { ...declared, threshold: 65 };
    await expect(inRun(1).up(wanted)).rejects.toThrow("threshold is 70 there, not 90");
    expect(inForce()).toBe(70);
    inState({ outputs: { threshold: 70 } });
    await inRun(2).up(wanted);
    expect(inForce()).toBe(65);
  },
);
