import { startEmulator } from "@cloudplatform/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { time } from "../helpers/time.ts";
import { until } from "../helpers/until.ts";

const always = { probability: 1, seed: 1 } as const;

let serial = 0;

/** Starts a platform for one test, and opens the threshold of a client whose threshold was never set. */
async function thresholdOn(settings: Record<string, string> = {}) {
  const emulator = await startEmulator({ port: 0, recordBodies: true });
  onTestFinished(() => emulator.close());
  const { store, faults, requests } = emulator.platform;
  const clientId = 900;
  const name = `threshold-${process.pid}-${++serial}`;
  const harness = new EngineHarness(notificationThresholdHandler, emulator, name, settings);
  return {
    emulator,
    faults,
    harness,
    declared: { clientId, threshold: 90 },
    /** Returns the current threshold. */
    threshold: (id = clientId) => store.thresholds.get(id)?.threshold,
    /** Sets the threshold outside the provider. */
    set: (threshold: number) =>
      store.thresholds.put(clientId, { client_id: clientId, threshold, last_sending: null, last_message: null }),
    sent: () =>
      requests
        .list({})
        .filter(({ method }) => method !== "GET")
        .map(({ method, request }) => [method, request]),
    /** Opens the same resource in a new engine process: only records on disk remain. */
    again: () => new EngineHarness(notificationThresholdHandler, emulator, name, settings),
  };
}

describe("checking a threshold", () => {
  test.each([
    ["too low", { threshold: 59 }, "threshold", "from 60 to 100"],
    ["too high", { threshold: 101 }, "threshold", "from 60 to 100"],
    ["missing", { threshold: undefined }, "threshold", "is required"],
    [
      "of no client",
      { clientId: undefined },
      "clientId",
      "is required; give it, or set it once as cloudplatform:clientId",
    ],
  ])("fails where it is %s", async (_, change, property, words) => {
    const { harness, declared } = await thresholdOn();
    const { failures } = await harness.check({ ...declared, ...change });
    expect(failures.map((failure) => failure.property)).toEqual([property]);
    expect(failures[0]?.reason).toContain(words);
  });

  test("fails for a second threshold of the same client in the program", async () => {
    const { harness, emulator, declared } = await thresholdOn();
    const second = new EngineHarness(notificationThresholdHandler, emulator, "second", {}, harness);
    expect((await harness.check(declared)).failures).toEqual([]);
    const { failures } = await second.check({ ...declared, threshold: 70 });
    expect(failures).toMatchObject([{ property: "clientId", reason: expect.stringContaining(" of this program") }]);
    expect((await second.check({ ...declared, clientId: 901 })).failures).toEqual([]);
  });
});

describe("a threshold", () => {
  test("is set once, changes in place, and a delete sets it to the default", async () => {
    const { harness, declared, threshold, sent } = await thresholdOn();
    await harness.up(declared);
    expect(harness.state?.id).toBe("900");
    expect(await harness.preview(declared)).toBe("same");
    await harness.refresh();
    expect(await harness.preview(declared)).toBe("same");
    await harness.up({ ...declared, threshold: 65 });
    expect(threshold()).toBe(65);
    await harness.destroy();
    expect(threshold()).toBe(80);
    expect(sent()).toEqual([
      ["PUT", { threshold: 90 }],
      ["PUT", { threshold: 65 }],
      ["DELETE", undefined],
    ]);
  });

  test("uses the client of the settings", async () => {
    const { harness, threshold } = await thresholdOn({ "cloudplatform:clientId": "77" });
    await harness.up({ threshold: 95 });
    expect(harness.state?.id).toBe("77");
    expect(threshold(77)).toBe(95);
  });

  test("is replaced for another client", async () => {
    const { harness, declared, threshold } = await thresholdOn();
    await harness.up(declared);
    expect(await harness.preview({ ...declared, clientId: 901 })).toBe("replace");
    await harness.up({ ...declared, clientId: 901 });
    expect([threshold(), threshold(901)]).toEqual([80, 90]);
  });

  test("stays set if a forced replacement deletes the old one last, and is reset if it was just created", async () => {
    const { harness, declared, threshold } = await thresholdOn();
    await harness.up(declared);
    await harness.destroy();
    expect(threshold()).toBe(80);
    await harness.up(declared);
    expect(await harness.preview(declared)).toBe("same");
    const old = harness.state;
    harness.state = undefined;
    await harness.up(declared);
    harness.state = old;
    await harness.destroy();
    expect(threshold()).toBe(90);
  });

  test("is not reset by a resource whose client another resource takes over", async () => {
    const { harness, emulator, declared, threshold } = await thresholdOn();
    await harness.up(declared);
    const second = new EngineHarness(notificationThresholdHandler, emulator, "second", {}, harness);
    const elsewhere = { ...declared, clientId: 901 };
    expect((await harness.check(elsewhere)).failures).toEqual([]);
    expect((await second.check(declared)).failures).toEqual([]);
    await harness.up(elsewhere);
    expect([threshold(), threshold(901)]).toEqual([90, 90]);
  });

  test.each([
    ["another resource", "drop-after", 90],
    ["another resource", "drop-before", 90],
    ["somebody else", "drop-before", 70],
  ] as const)("is not reset again where %s has set it since: %s", async (who, name, value) => {
    const { harness, emulator, declared, threshold, set, faults, sent } = await thresholdOn();
    await harness.up(declared);
    faults.add({ name, endpoint: "notificationThreshold.reset", count: 1, ...always });
    // The engine has checked the replacement, which sets another client's threshold.
    await harness.check({ ...declared, clientId: 901 });
    time.hold();
    const deletion = harness.destroy();
    await until("the request has arrived", async () => (sent().length > 1 ? true : undefined));
    if (who === "another resource") {
      const second = new EngineHarness(notificationThresholdHandler, emulator, "second", {}, harness);
      expect((await second.check(declared)).failures).toEqual([]);
    }
    set(value);
    time.release();
    await deletion;
    expect(threshold()).toBe(value);
  });

  test.each(["drop-after", "drop-before"] as const)("is reset where the response is lost: %s", async (name) => {
    const { harness, declared, faults, threshold, sent } = await thresholdOn();
    await harness.up(declared);
    faults.add({ name, endpoint: "notificationThreshold.reset", count: 1, ...always });
    await harness.destroy();
    expect(threshold()).toBe(80);
    // A read may be of before the setting, so the default that it shows is no proof of the reset.
    expect(sent().filter(([method]) => method === "DELETE")).toHaveLength(2);
  });

  test("shows drift, and the next update restores it", async () => {
    const { harness, declared, threshold, set } = await thresholdOn();
    await harness.up(declared);
    set(70);
    await harness.refresh();
    expect(await harness.preview(declared)).toBe("update");
    await harness.up(declared);
    expect(threshold()).toBe(90);
  });
});

describe("creating a threshold", () => {
  test("is refused if somebody has set another value, and the option import adopts it", async () => {
    const { harness, declared, threshold, set, sent, again } = await thresholdOn();
    set(70);
    await expect(harness.up(declared)).rejects.toThrow(
      /quota notification threshold 900 has a value that is not the default.*import: "900".*delete it on the platform first/,
    );
    expect(sent()).toEqual([]);
    const next = again();
    next.adopts("900");
    await next.up({ ...declared, threshold: 70 });
    expect(sent()).toEqual([]);
    await next.up(declared);
    expect(threshold()).toBe(90);
  });

  test.each(["drop-after", "drop-before"] as const)("succeeds where a response is lost: %s", async (name) => {
    const { harness, declared, faults, threshold } = await thresholdOn();
    faults.add({ name, endpoint: "notificationThreshold.set", count: 1, ...always });
    await harness.up(declared);
    expect(threshold()).toBe(90);
    expect(await harness.preview(declared)).toBe("same");
  });

  test.each(["seven", "0"])("refuses %s as an id to adopt", async (id) => {
    const { harness, declared } = await thresholdOn();
    harness.adopts(id);
    const { failures } = await harness.check(declared);
    expect(failures[0]?.reason).toContain("expected the number of a client");
  });
});
