import { clock } from "@cloudplatform/pulumi/values";
import { beforeEach, describe, expect, test } from "vitest";
import { duringEngineCall } from "../../provider/pulumi/dynamic/request-context.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { InProcessPlugin } from "../helpers/in-process-plugin.ts";
import { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";
import { kindNames, kinds } from "./kinds.ts";

const emulator = await platform({ speed: 20_000 });
const { behaviors, requests, store } = emulator.platform;
const control = controlOf(emulator);
let serial = 0;

beforeEach(() => control.reset());

/** Unique settings give each resource its own client. */
const settings = () => ({ "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) });

type Sent = ReturnType<typeof requests.list>[number];

/** Waits until the platform has started a response whose body takes an hour. The test fails if the operation ends without that request. */
async function answering(ended: Promise<unknown>, matches: (one: Sent) => boolean): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await expect.poll(() => hasEnded || requests.list({}).some(matches), { timeout: 60_000 }).toBe(true);
  expect(requests.list({}).some(matches), "the request was sent").toBe(true);
}

describe.each(kindNames)("%s", (name) => {
  test.each(["refresh", "destroy"] as const)("Ctrl-C ends a %s while a response drips", async (operation) => {
    const { handler, inputs } = kinds[name];
    const plugin = new InProcessPlugin();
    const harness = new NativeHarness(plugin, handler, emulator, `dripping-${serial}`, settings());
    await harness.up(inputs);
    const { state } = harness;
    requests.clear();
    behaviors.set({ dripMs: 60_000 });
    const ended = harness[operation]().then(
      () => undefined,
      (error: Error) => error.message,
    );
    // A response without a body does not drip, so the delete may already be done.
    await answering(ended, ({ method }) => operation === "destroy" || method === "GET");
    const began = clock.now();
    plugin.cancel();
    // A request that changes something gets a grace period for its response.
    if (operation === "destroy") time.advance(10_000);
    const text = await ended;
    if (operation === "refresh") expect(clock.now() - began).toBeLessThan(5_000);
    if (operation === "refresh" || text !== undefined) {
      expect(text).toMatch(/interrupted|cancel/i);
      expect(harness.state).toEqual(state);
    }
    behaviors.set({ dripMs: 0 });
    const next = new NativeHarness(new InProcessPlugin(), handler, emulator, `dripping-${serial}`, settings());
    next.state = harness.state;
    // An object that was not deleted still exists and can be read.
    expect(await next.refresh()).toBe(harness.state !== undefined);
  });
});

describe("customTimeouts", () => {
  const { handler, inputs } = kinds["kubernetes.Cluster"];
  const urn = () => `urn:pulumi:test::harness::cloudplatform:kubernetes:Cluster::late-${serial}`;
  const openers = {
    dynamic: (name: string) => {
      const harness = new EngineHarness(handler, emulator, name, settings());
      return { harness, up: () => duringEngineCall({ urn: name, timeoutMs: 30_000 }, () => harness.up(inputs)) };
    },
    native: (name: string) => {
      const harness = new NativeHarness(new InProcessPlugin(), handler, emulator, name, settings());
      harness.timeoutSeconds = 30;
      return { harness, up: () => harness.up(inputs) };
    },
  };

  test.each(["dynamic", "native"] as const)(
    "end a creation whose response drips, by the %s provider",
    async (provider) => {
      const before = store.clusters.count();
      const name = urn();
      await control.fault({ name: "drip", ms: 60_000, endpoint: "clusters.create" });
      const ended = openers[provider](name)
        .up()
        .then(
          () => undefined,
          (error: Error) => error.message,
        );
      await answering(ended, ({ endpoint }) => endpoint === "clusters.create");
      // The operation's timeout plus the grace period for a response.
      time.advance(30_000);
      const later = () => {
        time.advance(1_000);
        return Promise.race([ended, "goes on"]);
      };
      await expect.poll(later).not.toBe("goes on");
      expect(await ended).toMatch(/customTimeouts/);
      await control.clearFaults();
      const { harness } = openers[provider](name);
      await harness.up(inputs);
      expect(store.clusters.count()).toBe(before + 1);
    },
  );
});
