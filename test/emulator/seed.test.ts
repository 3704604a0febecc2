import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { running } from "./platform.ts";

const own = JSON.parse(readFileSync(new URL("../../emulator/seed/default.json", import.meta.url), "utf8"));

test("starts with records in every collection of the seed", async () => {
  const { emulator } = await running();
  const { store } = emulator.platform;
  const shown = ["streams", "apps", "appLogs", "secrets", "gpuClusters", "quotas", "storageEvents", "flavors"] as const;
  for (const name of shown) expect(store[name].count(), name).toBeGreaterThan(1);
  expect(new Set(store.apps.all().map((app) => app.status)).size).toBe(6);
});

test("resets to a posted seed, with timestamps relative to its clock", async () => {
  const { call, control, emulator } = await running();
  const streams = [{ id: 9, name: "Only", created_at: "now-90m" }];
  expect((await control("POST", "seed", { priceList: own.priceList, streams })).status).toBe(204);
  const { body } = await call("GET", "/streaming/streams");
  expect(body).toHaveLength(1);
  const age = emulator.platform.clock.now() - Date.parse(body[0].created_at);
  expect(Math.round(age / 60_000)).toBe(90);
});

test("changes nothing when a seed is invalid", async () => {
  const { control } = await running();
  const before = (await control("GET", "state")).text;
  const { status, body } = await control("POST", "seed", { priceList: own.priceList, apps: [{ id: 1, status: "on" }] });
  expect(status).toBe(400);
  expect(body.message).toContain("apps.0.status");
  expect((await control("GET", "state")).text).toBe(before);
});

test("documents the JSON Schema of a seed", async () => {
  const { control } = await running();
  const { body } = await control("GET", "seed");
  expect(body.required).toEqual(["priceList"]);
  expect(Object.keys(body.properties)).toEqual(expect.arrayContaining(Object.keys(own)));
});
