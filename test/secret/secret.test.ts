import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { secretBody } from "../../provider/api/index.ts";
import { ResourceLifecycle } from "../../provider/engine/lifecycle/lifecycle.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { time } from "../helpers/time.ts";

const token = {
  name: "upstream-token",
  comment: "Token of the upstream API",
  secretSlots: [
    { slot: 0, value: "pl4nt-first" },
    { slot: 1_900_000_000, value: "pl4nt-second" },
  ],
};

const always = { probability: 1, seed: 1 } as const;

let serial = 0;

/** Starts a platform for one test, and opens a resource on it. */
async function secretOn() {
  const emulator = await startEmulator({ port: 0, recordBodies: true });
  onTestFinished(() => emulator.close());
  const { store, faults, requests } = emulator.platform;
  const name = `token-${process.pid}-${++serial}`;
  const harness = new EngineHarness(secretHandler, emulator, name);
  const initial = store.secrets.all().map((one) => one.id);
  return {
    emulator,
    store,
    faults,
    harness,
    bodies: (endpoint: string) => requests.list({ endpoint }).map(({ request }) => request),
    sent: () =>
      requests
        .list({})
        .filter(({ method }) => method !== "GET")
        .map(({ method }) => method),
    clear: () => requests.clear(),
    created: () => store.secrets.all().filter((one) => !initial.includes(one.id)),
    /** Changes the secret outside the provider. */
    change: (fields: object) => {
      const record = store.secrets.get(Number(harness.state?.id));
      if (record === undefined) throw new Error("There is no secret.");
      store.secrets.put(record.id, { ...record, ...fields });
    },
    /** Opens the same resource in a new engine process. Without a state, only records on disk remain. */
    again: (state?: EngineHarness["state"]) => {
      const next = new EngineHarness(secretHandler, emulator, name);
      next.state = state;
      return next;
    },
  };
}

const checksum = (value: string) => createHash("sha256").update(value).digest("hex");

describe("checking a secret", () => {
  const [slot] = token.secretSlots;
  test.each([
    ["no name", { name: undefined }, "name", "is required"],
    ["a long name", { name: "x".repeat(129) }, "name", "from 1 to 128"],
    ["a long comment", { comment: "x".repeat(1025) }, "comment", "at most 1024"],
    ["a long value", { secretSlots: [{ slot: 0, value: "x".repeat(4097) }] }, "secretSlots[0].value", "at most 4096"],
    ["a negative slot", { secretSlots: [{ slot: -1, value: "a" }] }, "secretSlots[0].slot", "at least 0"],
    ["a slot twice", { secretSlots: [slot, slot] }, "secretSlots[1].slot", "taken by the element at position 0"],
    ["no value", { secretSlots: [{ slot: 0 }] }, "secretSlots[0].value", "is required to create the secret"],
    ["a misspelt field", { secretSlot: [] }, "secretSlot", "did you mean secretSlots?"],
  ])("fails for %s", async (_, change, property, words) => {
    const { harness } = await secretOn();
    const { failures } = await harness.check({ ...token, ...change });
    expect(failures.map((failure) => failure.property)).toEqual([property]);
    expect(failures[0]?.reason).toContain(words);
  });

  test("does not show a value that is too long", async () => {
    const { harness } = await secretOn();
    const value = `pl4nt${"x".repeat(4096)}`;
    const { failures } = await harness.check({ ...token, secretSlots: [{ slot: 0, value }] });
    expect(JSON.stringify(failures)).not.toContain("pl4nt");
  });

  test("requires all values when the slots of an existing secret change", async () => {
    const { harness } = await secretOn();
    await harness.up(token);
    const { failures } = await harness.check({ ...token, secretSlots: [{ slot: 0 }, token.secretSlots[1]] });
    expect(failures).toMatchObject([
      { property: "secretSlots[0].value", reason: expect.stringContaining("sends all of them") },
    ]);
  });
});

describe("a secret", () => {
  test("is created once, and a second update does nothing", async () => {
    const { harness, created } = await secretOn();
    await harness.up(token);
    expect(created()).toMatchObject([
      { id: Number(harness.state?.id), name: token.name, secret_slots: [{ checksum: checksum("pl4nt-first") }, {}] },
    ]);
    expect(harness.state?.outputs).toMatchObject({ secretId: created()[0]?.id, appCount: 0 });
    expect(await harness.preview(token)).toBe("same");
    await harness.refresh();
    expect(await harness.preview(token)).toBe("same");
    expect(await harness.preview({ ...token, secretSlots: [...token.secretSlots].reverse() })).toBe("same");
  });

  test("has its values marked as secret wherever the engine keeps them", async () => {
    const { emulator } = await secretOn();
    const provider = dynamicProvider(secretHandler);
    const config: Record<string, string> = { "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" };
    await provider.configure?.({ config: { get: (key: string) => config[key] } as never });
    const __urn = `urn:pulumi:test::secrets::cloudplatform::marked-${++serial}`;
    const checked = await provider.check?.({}, { ...token, __urn });
    const made = await provider.create({ ...token, __urn });
    const read = await provider.read?.(made.id, unmarked(made.outs) as Properties);
    for (const kept of [checked?.inputs, made.outs, read?.inputs, read?.props])
      expect(JSON.stringify(withoutSecrets(kept))).not.toContain("pl4nt");
  });

  test("sends only the fields that change", async () => {
    const { harness, bodies } = await secretOn();
    await harness.up(token);
    await harness.up({ ...token, comment: "changed" });
    await harness.up({ ...token, comment: undefined });
    const [first] = token.secretSlots;
    await harness.up({ name: "renamed", secretSlots: [{ ...first, value: "pl4nt-new" }] });
    expect(bodies("secrets.patch")).toEqual([
      { comment: "changed" },
      { comment: "" },
      { name: "renamed", secret_slots: [{ slot: 0, value: expect.any(String) }] },
    ]);
    expect(bodies("secrets.create")).toHaveLength(1);
  });

  test("sends the platform's fields only, also of a secret whose values are not stored", async () => {
    const { harness, bodies } = await secretOn();
    await harness.up({ ...token, writeOnly: true });
    const [created] = bodies("secrets.create");
    expect(Object.keys(created as object)).toEqual(Object.keys(secretBody.shape));
  });

  test.each<[string, object]>([
    [
      "a value",
      {
        secret_slots: [
          { slot: 0, checksum: checksum("theirs") },
          { slot: 1_900_000_000, checksum: checksum("pl4nt-second") },
        ],
      },
    ],
    ["a slot that is gone", { secret_slots: [{ slot: 0, checksum: checksum("pl4nt-first") }] }],
    ["a comment", { comment: "theirs" }],
    ["a name", { name: "theirs" }],
  ])("shows drift of %s, and the next update restores it", async (_, fields) => {
    const { harness, change, created } = await secretOn();
    await harness.up(token);
    const [before] = created();
    change(fields);
    await harness.refresh();
    expect(await harness.preview(token)).toBe("update");
    await harness.up(token);
    expect(created()).toEqual([before]);
    expect(await harness.preview(token)).toBe("same");
  });

  test("shows no drift where the platform returns no checksums", async () => {
    const { harness, change } = await secretOn();
    await harness.up(token);
    change({ secret_slots: token.secretSlots.map(({ slot }) => ({ slot, checksum: "" })) });
    await harness.refresh();
    expect(await harness.preview(token)).toBe("same");
  });

  test("is not overwritten if somebody else has changed a value", async () => {
    const { harness, change, clear, sent } = await secretOn();
    await harness.up(token);
    change({ secret_slots: [{ slot: 0, checksum: checksum("theirs") }] });
    clear();
    const error = await harness.up({ ...token, comment: "changed" }).catch((thrown: Error) => thrown.message);
    expect(error).toMatch(/was changed on the platform since it was last read.*secretSlots/);
    expect(error).not.toContain("pl4nt");
    expect(sent()).toEqual([]);
  });
});

describe("creating a secret", () => {
  test("is refused if the platform has a secret with the same name", async () => {
    const { harness, emulator, store, clear, sent } = await secretOn();
    const [theirs] = store.secrets.all();
    clear();
    await expect(harness.up({ ...token, name: theirs?.name })).rejects.toThrow(
      /edge secret 1 has the same name.*set the resource option import: "1"; to have your own, choose another name\./,
    );
    expect(sent()).toEqual([]);
    const second = new EngineHarness(secretHandler, emulator, "second");
    await harness.up(token);
    await expect(second.up(token)).rejects.toThrow(/has the same name/);
  });

  test("is refused if this stack has a secret with the same name, and leaves no interrupted create", async () => {
    const { harness, emulator, created } = await secretOn();
    await harness.up(token);
    const second = new EngineHarness(secretHandler, emulator, "second", {}, harness);
    const records = () =>
      readdirSync(String(process.env.CLOUDPLATFORM_INTENT_DIR)).filter((file) => file.endsWith(".json"));
    const before = records();
    await expect(second.up(token)).rejects.toThrow(
      /409.*already used.*This stack has edge secret \d+.*deleteBeforeReplace/s,
    );
    expect(created()).toHaveLength(1);
    expect(records()).toEqual(before);
  });

  test.each(["drop-after", "drop-before"] as const)("makes one secret where its response is lost: %s", async (name) => {
    const { harness, faults, created } = await secretOn();
    faults.add({ name, endpoint: "secrets.create", count: 1, ...always });
    await harness.up(token);
    expect(created()).toHaveLength(1);
    expect(await harness.preview(token)).toBe("same");
  });

  test.each([400, 403])("is refused with the platform's message and %i, and can be tried again", async (status) => {
    const { harness, faults, created } = await secretOn();
    faults.add({ name: "status", status, endpoint: "secrets.create", count: 1, ...always });
    await expect(harness.up(token)).rejects.toThrow(new RegExp(`the platform answered ${status}.*CP110`, "s"));
    expect(created()).toEqual([]);
    await harness.up(token);
    expect(created()).toHaveLength(1);
  });

  test("without a comment is found after a lost response, where the platform shows none as null", async () => {
    const { harness, faults, store, created } = await secretOn();
    const { comment: _, ...bare } = token;
    const put = store.secrets.put.bind(store.secrets);
    vi.spyOn(store.secrets, "put").mockImplementation((id, one) => put(id, { ...one, comment: null } as never));
    faults.add({ name: "drop-after", endpoint: "secrets.create", count: 1, ...always });
    await harness.up(bare);
    expect(created()).toHaveLength(1);
  });

  test("searches for the secret of a lost request at growing intervals", async () => {
    const { harness, faults, bodies, clear } = await secretOn();
    faults.add({ name: "drop-before", endpoint: "secrets.create", count: 1, ...always });
    clear();
    await harness.up(token);
    // One read before the first request, one immediately after it, then reads after pauses: fewer reads would mean long pauses from the
    // start, more would mean that the pauses do not grow.
    const lists = bodies("secrets.list").length;
    expect(lists).toBeGreaterThan(3);
    expect(lists).toBeLessThan(10);
  });

  test("finds the secret of an interrupted run", async () => {
    const { harness, faults, created, again, sent, clear } = await secretOn();
    faults.add({ name: "drop-after", endpoint: "secrets.create", count: 1, ...always });
    faults.add({ name: "status", status: 503, endpoint: "secrets.list", ...always });
    await expect(harness.up(token)).rejects.toThrow();
    faults.clear();
    // The provider also reads the list before the request. Here, the platform answers that read only once.
    clear();
    const next = again();
    await next.up(token);
    expect(created()).toHaveLength(1);
    expect(sent().filter((method) => method === "POST").length).toBeLessThanOrEqual(1);
  });

  test("without its id in the response is found by its name, and a run that finds none names the fix", async () => {
    const { harness, emulator, faults, created } = await secretOn();
    const { behaviors } = emulator.platform;
    const body = JSON.stringify({ name: token.name, comment: token.comment, secret_slots: [] });
    const noId = { name: "garbage", body, endpoint: "secrets.create", count: 1, ...always } as const;
    const listed = await secretOn();
    listed.faults.add(noId);
    await listed.harness.up(token);
    expect(listed.harness.state?.id).toBe(String(listed.created()[0]?.id));
    faults.add(noId);
    behaviors.set({ visibilityDelay: 600 });
    await expect(harness.up(token)).rejects.toThrow(
      /does not return its id, and lists no secret "upstream-token".*CP2505/s,
    );
    emulator.platform.clock.change({ advanceMs: 600_000 });
    await harness.up(token);
    expect(created()).toHaveLength(1);
  });

  test("does not adopt a secret that somebody else has created under the name", async () => {
    const { harness, faults, store, created, bodies } = await secretOn();
    faults.add({ name: "drop-before", endpoint: "secrets.create", count: 1, ...always });
    time.hold();
    const up = harness.up(token);
    // One read before the request and one after it.
    await expect.poll(() => bodies("secrets.list").length).toBeGreaterThanOrEqual(2);
    store.secrets.put(4711, { id: 4711, name: token.name, comment: "theirs", secret_slots: [] });
    time.release();
    await expect(up).rejects.toThrow(/edge secret 4711 was created since, .* Nothing more was sent\./);
    expect(created()).toHaveLength(1);
    expect(harness.state).toBeUndefined();
  });
});

describe("adopting a secret", () => {
  test("needs no values, sends nothing, and does not change the values afterwards", async () => {
    const { harness, store, clear, sent, bodies } = await secretOn();
    store.secrets.put(4711, {
      id: 4711,
      name: "theirs",
      comment: "",
      secret_slots: [{ slot: 0, checksum: checksum("x") }],
    });
    harness.adopts("4711");
    clear();
    await harness.up({ name: "theirs", secretSlots: [{ slot: 0 }] });
    expect(sent()).toEqual([]);
    expect(harness.state?.id).toBe("4711");
    await harness.up({ name: "theirs", comment: "ours now", secretSlots: [{ slot: 0 }] });
    expect(bodies("secrets.patch")).toEqual([{ comment: "ours now" }]);
    expect(store.secrets.get(4711)?.secret_slots).toEqual([{ slot: 0, checksum: checksum("x") }]);
  });

  test("is refused if a value differs, without showing either value", async () => {
    const { harness, store } = await secretOn();
    store.secrets.put(4711, {
      id: 4711,
      name: "theirs",
      comment: "",
      secret_slots: [{ slot: 0, checksum: checksum("x") }],
    });
    harness.adopts("4711");
    const { failures } = await harness.check({ name: "theirs", secretSlots: [{ slot: 0, value: "pl4nt-other" }] });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toMatch(/^secretSlots/);
    expect(JSON.stringify(failures)).not.toContain("pl4nt");
  });

  test.each(["seven", "0", "1/2"])("refuses %s as an id", async (id) => {
    const { harness } = await secretOn();
    harness.adopts(id);
    const { failures } = await harness.check(token);
    expect(failures[0]?.reason).toContain("is not an id of an edge secret; expected a number");
  });
});

describe("deleting a secret", () => {
  test("removes it with its values, and succeeds if it no longer exists", async () => {
    const { harness, created, again } = await secretOn();
    await harness.up(token);
    const twice = again(harness.state);
    await harness.destroy();
    expect(created()).toEqual([]);
    await twice.destroy();
  });

  test("is refused while apps use it", async () => {
    const { harness, store, created, clear, sent } = await secretOn();
    await harness.up(token);
    const [app] = store.apps.all();
    if (app === undefined) throw new Error("There is no app.");
    store.apps.put(app.id, { ...app, secrets: { TOKEN: Number(harness.state?.id) } });
    clear();
    await expect(harness.destroy()).rejects.toThrow(
      /secret \d+ is used by 1 app\. Remove the secret from the apps first/,
    );
    expect(sent()).toEqual([]);
    expect(created()).toHaveLength(1);
  });
});

test("a missing secret is removed from state, and an update of it reports that it is missing", async () => {
  const { harness, store } = await secretOn();
  await harness.up(token);
  store.secrets.delete(Number(harness.state?.id));
  await expect(harness.up({ ...token, comment: "changed" })).rejects.toThrow(/is gone from the platform/);
  expect(await harness.refresh()).toBe(false);
});

/** Masks values with the engine's secret marker. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value) return "secret";
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, withoutSecrets(below)]));
}

/** Unwraps secrets, as the engine does for a provider that does not accept secrets. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value && "value" in value) return unmarked(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, unmarked(below)]));
}

test("a resource that has another one's former name gets its values, although both have one key in the state", async () => {
  const { emulator, created } = await secretOn();
  const lifecycle = new ResourceLifecycle(secretHandler);
  const settings: Record<string, string> = { baseUrl: emulator.url, apiKey: "local" };
  lifecycle.configure({
    get: (key) => settings[key.replace("cloudplatform:", "")],
    names: () => Object.keys(settings),
  });
  const requestOf = (name: string, writeOnlyKey?: string) => ({
    urn: `urn:pulumi:dev::shop::cloudplatform:edge:Secret::${name}-${process.pid}`,
    ...{ secretPaths: [], secretSettings: [], signal: new AbortController().signal, writeOnlyKey },
    ...{ adopt: undefined, declared: undefined },
  });
  const declared = (comment: string) => ({ ...token, comment, writeOnly: true });
  const first = await lifecycle.check({ ...requestOf("token"), inputs: declared("first") });
  const made = await lifecycle.create({ ...requestOf("token", first.writeOnlyKey), inputs: first.inputs });
  // pulumi state rename token renamed
  const renamed = requestOf("renamed", made.writeOnlyKey);
  const deployed = { id: made.id, declared: made.inputs, state: made.state };
  const { inputs } = await lifecycle.check({ ...renamed, inputs: declared("second"), declared: made.inputs });
  const next = await lifecycle.check({ ...requestOf("token"), inputs: { ...declared("third"), name: "another" } });
  expect(next.writeOnlyKey).toBe(made.writeOnlyKey);
  await lifecycle.update({ ...renamed, inputs, deployed });
  await lifecycle.create({ ...requestOf("token", next.writeOnlyKey), inputs: next.inputs });
  expect(created().map(({ comment }) => comment)).toEqual(["second", "third"]);
});
