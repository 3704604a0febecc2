import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { running } from "./platform.ts";

const edge = "/edgeapp/v1";
const template = { binary_id: 42, name: "hello", owned: true, params: [] };

test("has an app in every status, filtered, ordered and paged", async () => {
  const { call } = await running();
  const list = async (query: Record<string, string | number>) => (await call("GET", `${edge}/apps`, { query })).body;
  for (let status = 0; status <= 5; status++) expect((await list({ status })).count).toBeGreaterThan(0);
  const all = await list({ ordering: "-name" });
  const names = all.apps.map((app: { name: string }) => app.name);
  expect(names).toEqual([...names].sort().reverse());
  const page = await list({ ordering: "-name", limit: 2, offset: 1 });
  expect(page).toEqual({ apps: all.apps.slice(1, 3), count: all.count });
  expect((await list({ name: "hello" })).count).toBe(1);
  expect((await list({ name: "hell" })).count).toBe(0);
  expect((await list({ api_type: "proxy-wasm", plan: 1 })).apps.length).toBeGreaterThan(0);
});

test("returns a single app without its id, and 404 without a body for an unknown app", async () => {
  const { call } = await running();
  const { body } = await call("GET", `${edge}/apps/7`);
  expect(body).toMatchObject({ name: "thumbnails", env: { LEVEL: "info" }, secrets: { db: { id: 3 } } });
  expect(body).not.toHaveProperty("id");
  expect(await call("GET", `${edge}/apps/99`)).toMatchObject({ status: 404, text: "" });
});

test("lists the logs of the last hour, newest first, and older ones on request", async () => {
  const { call } = await running();
  const logs = async (query: Record<string, string | number>) =>
    (await call("GET", `${edge}/apps/7/logs`, { query })).body;
  const lastHour = await logs({});
  const timestamps = lastHour.logs.map((entry: { timestamp: string }) => entry.timestamp);
  expect(timestamps).toEqual([...timestamps].sort().reverse());
  const all = await logs({ from: "2020-01-01T00:00:00Z", sort: "asc" });
  expect(all.total_count).toBeGreaterThan(lastHour.total_count);
  expect(await logs({ from: "2020-01-01T00:00:00Z", sort: "asc", limit: 2, offset: 1 })).toEqual({
    logs: all.logs.slice(1, 3),
    offset: 1,
    total_count: all.total_count,
  });
  const [{ edge: server, client_ip }] = all.logs;
  for (const entry of (await logs({ from: "2020-01-01T00:00:00Z", edge: server, client_ip })).logs)
    expect(entry).toMatchObject({ edge: server, client_ip });
  expect((await logs({ from: "2020-01-01T00:00:00Z", search: "no such text" })).total_count).toBe(0);
  expect((await call("GET", `${edge}/apps/7/logs?client_ip=300.1.1.1`)).status).toBe(400);
});

test("returns templates with owned false, empty texts and null for no parameters", async () => {
  const { call } = await running();
  const created = (await call("POST", `${edge}/template`, { body: template })).body;
  expect(created).toEqual({
    ...{ id: expect.any(Number), name: "hello", api_type: "wasi-http", owned: false },
    ...{ short_descr: "", long_descr: "" },
  });
  expect((await call("GET", `${edge}/template/${created.id}`)).body).toMatchObject({ binary_id: 42, params: null });
});

test("replaces a whole template and clears omitted fields", async () => {
  const { call } = await running();
  const params = [{ name: "greeting", data_type: "string" }];
  const { id } = (await call("POST", `${edge}/template`, { body: { ...template, params, short_descr: "Hi" } })).body;
  const before = (await call("GET", `${edge}/template/${id}`)).body;
  expect(before.params).toEqual([{ name: "greeting", data_type: "string", mandatory: false, descr: "" }]);
  await call("PUT", `${edge}/template/${id}`, { body: { ...template, name: "bye" } });
  expect((await call("GET", `${edge}/template/${id}`)).body).toMatchObject({
    name: "bye",
    params: null,
    short_descr: "",
  });
});

test("refuses to delete the platform's templates, and shared ones without force", async () => {
  const { call } = await running();
  expect((await call("DELETE", `${edge}/template/1?force=true`)).status).toBe(403);
  expect((await call("DELETE", `${edge}/template/3`)).status).toBe(400);
  expect((await call("DELETE", `${edge}/template/3?force=true`)).status).toBe(204);
  const mine = (await call("GET", `${edge}/template?only_mine=true`)).body;
  expect(mine).toEqual({ templates: [], count: 0 });
});

test("never returns the values of secrets, only their checksums", async () => {
  const { call, control } = await running();
  const slots = [{ slot: 0, value: "hush" }];
  const { body } = await call("POST", `${edge}/secrets`, { body: { name: "s", secret_slots: slots } });
  const checksum = createHash("sha256").update("hush").digest("hex");
  expect(body.secret_slots).toEqual([{ slot: 0, checksum }]);
  const one = await call("GET", `${edge}/secrets/${body.id}`);
  expect(one.body).toEqual({ name: "s", comment: "", app_count: 0, secret_slots: [{ slot: 0, checksum }] });
  expect((await control("GET", "state")).text).not.toContain("hush");
});

test("refuses a duplicate name with the ids in conflict", async () => {
  const { call } = await running();
  const taken = await call("POST", `${edge}/secrets`, { body: { name: "origin-key" } });
  expect(taken).toMatchObject({ status: 409, body: { error: expect.any(String), conflicting_ids: [3] } });
  const kept = await call("PUT", `${edge}/secrets/3`, { body: { name: "origin-key", secret_slots: [{ slot: 0 }] } });
  expect(kept.body.secret_slots[0].checksum).toMatch(/^[0-9a-f]{64}$/);
});

test("deletes a secret only when no app uses it, and one with values only with force", async () => {
  const { call } = await running();
  expect((await call("DELETE", `${edge}/secrets/1?force=true`)).body.conflicting_ids).toEqual([6]);
  const { id } = (
    await call("POST", `${edge}/secrets`, { body: { name: "s", secret_slots: [{ slot: 0, value: "v" }] } })
  ).body;
  expect((await call("DELETE", `${edge}/secrets/${id}`)).status).toBe(400);
  expect((await call("DELETE", `${edge}/secrets/${id}?force=true`)).status).toBe(204);
});
