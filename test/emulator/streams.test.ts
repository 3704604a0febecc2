import { expect, test } from "vitest";
import { type Running, running } from "./platform.ts";

const path = "/streaming/streams";
const hourMs = 3600 * 1000;

async function stream({ call }: Running, id: number) {
  const { body } = await call("GET", path);
  return body.find((each: { id: number }) => each.id === id);
}

test("has live, pulled, backed-up, recorded and inactive streams from the first start", async () => {
  const { call } = await running();
  const { body } = await call("GET", path);
  for (const kind of [
    { live: true, pull: false },
    { pull: true },
    { backup_live: true },
    { auto_record: true },
    { active: false },
  ])
    expect(body).toContainEqual(expect.objectContaining(kind));
  expect(body[0]).not.toHaveProperty("signal");
  expect(body[0]).not.toHaveProperty("broadcasts");
  expect((await call("GET", `${path}?with_broadcasts=1`)).body[0].broadcasts).toEqual([
    { id: 11, name: "Broadcast 11" },
  ]);
});

test("lists 25 streams a page, from page 1, and nothing beyond the last", async () => {
  const { call, control } = await running();
  for (let id = 101; id <= 130; id++) await control("POST", `state/streams/${id}`, { id, name: `Stream ${id}` });
  expect((await call("GET", path)).body).toHaveLength(25);
  expect((await call("GET", `${path}?page=2`)).body).toHaveLength(13);
  expect((await call("GET", `${path}?page=3`)).body).toEqual([]);
});

test("ends a pushed stream some seconds after its signal stops, while its backup stays live", async () => {
  const platform = await running();
  const { control } = platform;
  await control("POST", "streams/5", { arrives: false });
  await control("POST", "clock", { advanceMs: 2000 });
  expect(await stream(platform, 5)).toMatchObject({ live: true });
  await control("POST", "clock", { advanceMs: 8000 });
  expect(await stream(platform, 5)).toMatchObject({ live: false, backup_live: true });
  const ended = await stream(platform, 5);
  expect(Date.parse(ended.finished_at_primary)).toBeGreaterThan(Date.parse(ended.started_at_primary));
  await control("POST", "streams/5", { arrives: true });
  expect(await stream(platform, 5)).toMatchObject({ live: true });
});

test("deactivates a pulled stream after 24 hours without activity", async () => {
  const platform = await running();
  const { control } = platform;
  await control("POST", "clock", { advanceMs: 20 * hourMs });
  expect(await stream(platform, 3)).toMatchObject({ active: true, pull: true });
  await control("POST", "clock", { advanceMs: 2 * hourMs });
  expect(await stream(platform, 3)).toMatchObject({ active: false });
  expect(await stream(platform, 2)).toMatchObject({ active: true, live: true });
});

test("ends a live stream at the time in its seed", async () => {
  const platform = await running();
  await platform.control("POST", "clock", { advanceMs: 7 * hourMs });
  expect(await stream(platform, 1)).toMatchObject({ live: false });
});

test("refuses a push to an inactive stream, and a backup of a pulled one", async () => {
  const { control } = await running();
  expect((await control("POST", "streams/8", { arrives: true })).body.message).toContain("not active");
  expect((await control("POST", "streams/2", { arrives: true, server: "backup" })).status).toBe(400);
});
