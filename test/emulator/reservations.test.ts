import { expect, test } from "vitest";
import { type Running, running } from "./platform.ts";

const path = "/cloud/v1/reservations";
const resource = { resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 2 };
const reservation = { name: "metal", region_id: 76, period: "MONTHS12", resources: [resource] };
const dayMs = 24 * 3600 * 1000;

async function made({ call }: Running, body: object = reservation) {
  const response = await call("POST", path, { body });
  expect(response.status).toBe(201);
  return response.body;
}

test("returns a suffixed name, a count, its period and both next statuses", async () => {
  const record = await made(await running());
  expect(record).toMatchObject({
    status: "CREATED",
    next_statuses: ["APPROVED", "REJECTED"],
    activity_period_length: 12,
  });
  expect(record.resources[0]).toMatchObject({ resource_name: "bm1-hf-medium_min", resource_count: 2 });
  expect(record).not.toHaveProperty("period");
  expect(record).toMatchObject({ eta: null, error: null, region_name: "Luxembourg-2" });
});

test("has a delivery date when the hardware is out of stock", async () => {
  const resources = [{ ...resource, resource_name: "bm2-storage-large" }];
  expect((await made(await running(), { ...reservation, resources })).eta).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test("can be deleted only while it is CREATED", async () => {
  const platform = await running();
  const { call, control } = platform;
  const first = await made(platform);
  const second = await made(platform);
  expect((await call("DELETE", `${path}/${first.id}`)).status).toBe(204);
  expect((await call("GET", `${path}/${first.id}`)).status).toBe(404);
  await control("POST", `reservations/${second.id}`, { status: "APPROVED" });
  const refused = await call("DELETE", `${path}/${second.id}`);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("APPROVED") } });
});

test("is moved through its statuses on request, and only in their order", async () => {
  const platform = await running();
  const { control } = platform;
  const { id } = await made(platform);
  const active = (await control("POST", `reservations/${id}`, { status: "ACTIVATED" })).body;
  expect(active).toMatchObject({ status: "ACTIVATED", next_statuses: ["EXPIRED"] });
  expect((await control("POST", `reservations/${id}`, { status: "REJECTED" })).status).toBe(400);
  const other = await made(platform);
  await control("POST", `reservations/${other.id}`, { status: "REJECTED" });
  expect((await control("POST", `reservations/${other.id}`, { status: "ACTIVATED" })).status).toBe(400);
});

test("starts on the day of its activation", async () => {
  const platform = await running();
  const { control } = platform;
  const { id, active_from } = await made(platform);
  await control("POST", "clock", { pause: true, advanceMs: dayMs });
  const active = (await control("POST", `reservations/${id}`, { status: "ACTIVATED" })).body;
  const from = Date.parse(active.active_from);
  expect(from - Date.parse(active_from)).toBe(dayMs);
  const months = (Date.parse(active.active_to) - from) / dayMs / 30.4;
  expect(Math.round(months)).toBe(12);
});

test("is activated and expires on the platform's clock", async () => {
  const platform = await running();
  const { call, control } = platform;
  const { id } = await made(platform);
  const status = async () => (await call("GET", `${path}/${id}`)).body.status;
  await control("POST", "clock", { advanceMs: dayMs });
  expect(await status()).toBe("CREATED");
  await control("POST", "clock", { advanceMs: 6 * dayMs });
  expect(await status()).toBe("ACTIVATED");
  await control("POST", "clock", { advanceMs: 364 * dayMs });
  expect(await status()).toBe("EXPIRED");
});

test("lists the latest first, in pages of ten, filtered", async () => {
  const platform = await running();
  const { call, control } = platform;
  for (let number = 0; number < 12; number++) {
    await made(platform, { ...reservation, name: `metal-${number}`, region_id: number < 2 ? 80 : 76 });
    await control("POST", "clock", { advanceMs: 1000 });
  }
  const list = (await call("GET", path)).body;
  expect(list).toMatchObject({ count: 12, results: expect.any(Array) });
  expect(list.results.map((each: { name: string }) => each.name)).toEqual(
    Array.from({ length: 10 }, (_, index) => `metal-${11 - index}`),
  );
  const count = async (query: Record<string, string | number>) => (await call("GET", path, { query })).body.count;
  expect(await count({ region_id: 80 })).toBe(2);
  expect(await count({ status: "ACTIVATED" })).toBe(0);
  expect(await count({ metric_name: "bm1-hf-medium_min" })).toBe(12);
  expect(await count({ created_to: "2020-01-01T00:00:00Z" })).toBe(0);
  const oldest = (await call("GET", path, { query: { order_by: "created_at.asc", limit: 1 } })).body.results[0];
  expect(oldest.name).toBe("metal-0");
});
