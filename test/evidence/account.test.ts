import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import type { Harness } from "../helpers/harness.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { kindNames, kinds } from "./kinds.ts";

const fast = { speed: 20_000 };
const own = await platform(fast);
const others = await platform(fast);
const control = controlOf(others);
let serial = 0;

type Name = (typeof kindNames)[number];

/** Inputs that declare a different object. A threshold belongs to its client. */
const elsewhere: Partial<Record<Name, object>> = {
  "cdn.RuleTemplate": { rule: "/elsewhere/" },
  "cdn.RuleSet": { rules: { own: { rule: "/elsewhere/", ruleType: 0 } } },
  "kubernetes.Cluster": {},
  "reservations.Reservation": { name: "elsewhere" },
  "edge.AppTemplate": { name: "elsewhere" },
  "edge.Secret": { name: "elsewhere" },
};

beforeEach(async () => {
  await controlOf(own).reset();
  await control.reset();
});

/** Opens a resource of a separate program, with the given state. */
function resource(provider: ProviderKind, name: Name, url: string, state?: Harness["state"], settings = {}): Harness {
  const program = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...settings };
  // Each test uses its own name, so that it does not find objects of other tests.
  const urnName = (expect.getState().currentTestName ?? "").replaceAll(/\W+/g, "-");
  const harness = open[provider](kinds[name].handler, { url }, urnName, program);
  harness.state = state;
  return harness;
}

describe.each(providerKinds)("with the %s provider", (provider) => {
  describe.each(kindNames)("%s", (name) => {
    const { inputs, changed, collection } = kinds[name];

    test("is neither read, changed nor deleted on another account, where the same id is another object", async () => {
      const mine = resource(provider, name, own.url);
      await mine.up(inputs);
      const theirs = resource(provider, name, others.url);
      await theirs.up(inputs);
      const before = await control.state(collection);
      const { state } = mine;
      const moved = resource(provider, name, others.url, state);
      await control.clearRequests();
      const names = new RegExp(`client ${own.platform.clientId}, .*client ${others.platform.clientId}\\b`);
      await expect(moved.preview(changed)).rejects.toThrow(names);
      await expect(moved.up(changed)).rejects.toThrow(names);
      await expect(moved.refresh()).rejects.toThrow(names);
      await expect(moved.destroy()).rejects.toThrow(names);
      expect(moved.state).toEqual(state);
      expect(await control.state(collection)).toEqual(before);
      expect((await control.requests()).filter((one) => !one.startsWith("GET"))).toEqual([]);
    });

    test("goes on after the platform has moved to another address and the key was rotated", async () => {
      const dataDirectory = mkdtempSync(join(tmpdir(), "emulator-"));
      onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
      const before = await startEmulator({ ...fast, dataDirectory });
      const first = resource(provider, name, before.url);
      await first.up(inputs);
      await before.close();
      await using after = await startEmulator({ ...fast, dataDirectory, apiKey: "rotated" });
      const key = { "cloudplatform:apiKey": "rotated" };
      const moved = resource(provider, name, after.url, first.state, key);
      expect(await moved.refresh()).toBe(true);
      expect(await moved.preview(inputs)).toBe("same");
      await moved.up(changed);
      await moved.destroy();
      expect(moved.state).toBeUndefined();
    });
  });

  describe.each(Object.entries(elsewhere) as [Name, object][])("a state of %s of an earlier release", (name, other) => {
    const { inputs, changed, collection } = kinds[name];
    /** Creates a resource with a state as an earlier release wrote it, and opens the same resource with another account's settings. */
    async function moved() {
      const mine = resource(provider, name, own.url);
      await mine.up(inputs);
      const { __origin, ...outputs } = mine.state?.outputs ?? {};
      const state = mine.state && { ...mine.state, outputs };
      return {
        state,
        mine: resource(provider, name, own.url, state),
        theirs: resource(provider, name, others.url, state),
      };
    }
    const unchanged = async (one: Harness, ...commands: (() => Promise<unknown>)[]) => {
      const { state } = one;
      const before = await control.state(collection);
      await control.clearRequests();
      for (const command of commands) await expect(command()).rejects.toThrow(/does not name the platform|CP2307/);
      expect(one.state).toEqual(state);
      expect(await control.state(collection)).toEqual(before);
      expect((await control.requests()).filter((line) => !line.startsWith("GET"))).toEqual([]);
    };

    test("is not used for a different object with the same id", async () => {
      const { theirs, state } = await moved();
      await resource(provider, name, others.url).up({ ...inputs, ...other });
      const [{ id } = { id: state?.id }] = (await control.state(collection)).slice(-1);
      // Both platforms count ids from the same start, so the number exists on both.
      if (typeof id === "number" && theirs.state !== undefined && name !== "cdn.RuleSet") theirs.state.id = String(id);
      await unchanged(
        theirs,
        () => theirs.preview(changed),
        () => theirs.up(changed),
        () => theirs.refresh(),
        () => theirs.destroy(),
      );
    });

    test("keeps objects that another account does not have, until the user confirms", async () => {
      const { theirs } = await moved();
      await unchanged(
        theirs,
        () => theirs.refresh(),
        () => theirs.destroy(),
      );
      process.env.CLOUDPLATFORM_MOVED_FROM = "unknown";
      onTestFinished(() => void delete process.env.CLOUDPLATFORM_MOVED_FROM);
      await theirs.refresh();
      await theirs.destroy();
      expect(theirs.state).toBeUndefined();
    });

    test("learns its account when it is read", async () => {
      const { mine } = await moved();
      expect(await mine.refresh()).toBe(true);
      expect(mine.state?.outputs.__origin).toMatchObject({ client: own.platform.clientId });
      expect(await mine.preview(inputs)).toBe("same");
      await mine.destroy();
      expect(mine.state).toBeUndefined();
    });
  });

  test("a state of an earlier release learns its account with the next update", async () => {
    const { inputs, changed } = kinds["edge.Secret"];
    const mine = resource(provider, "edge.Secret", own.url);
    await mine.up(inputs);
    const { __origin, ...outputs } = mine.state?.outputs ?? {};
    expect(__origin).toMatchObject({ client: own.platform.clientId });
    if (mine.state !== undefined) mine.state.outputs = outputs;
    await mine.up(changed);
    expect(mine.state?.outputs.__origin).toMatchObject({ client: own.platform.clientId });
  });

  test("a missing object stays in state if nothing identifies the account", async () => {
    const mine = resource(provider, "edge.Secret", own.url);
    await mine.up(kinds["edge.Secret"].inputs);
    // Without tasks or templates, the platform does not reveal the account.
    await controlOf(own).remove("ruleTemplates", 77);
    await controlOf(own).remove("secrets", String(mine.state?.id));
    const later = resource(provider, "edge.Secret", own.url, mine.state);
    await expect(later.refresh()).rejects.toThrow(/nothing there shows that the API key belongs to client/);
    await expect(later.destroy()).rejects.toThrow(/nothing there shows that the API key belongs to client/);
  });
});
