import { expect, test } from "vitest";
import { running } from "./platform.ts";

const events = "/storage/notifications/v1/events";
const event = "/storage/notifications/v1/event";
const level = { name: "reaching_used_space", bucket_name: "b", storage_name: "s", uuid: "u", bytes: 5 };

test("reads all four kinds without a body, and replaces those in the body", async () => {
  const { call } = await running();
  const before = (await call("POST", events)).body;
  expect(Object.keys(before)).toHaveLength(4);
  const sent = { reaching_used_space: [{ bucket_name: "b", bytes: 1 }], reaching_files_quantity: [] };
  const after = (await call("POST", events, { body: sent })).body;
  expect(after).toEqual({ ...before, ...sent });
  expect((await call("GET", events)).body).toEqual(after);
});

test("keeps every digit of a level of 64 bits", async () => {
  const { call } = await running();
  const text = '{"reaching_used_traffic": [{"bucket_name": "b", "bytes": 18446744073709551615}]}';
  expect((await call("POST", events, { text })).text).toContain('"bytes":18446744073709551615}');
  expect((await call("GET", events)).text).toContain('"bytes":18446744073709551615}');
  for (const wrong of ["18446744073709551616", "-1", "1.5", "true"])
    expect((await call("POST", events, { text: text.replace("18446744073709551615", wrong) })).status).toBe(400);
});

test("creates, replaces and deletes single events, at most one per storage", async () => {
  const { call } = await running();
  expect(await call("POST", event, { body: level })).toMatchObject({ status: 200, body: level });
  expect((await call("POST", event, { body: level })).status).toBe(409);
  expect((await call("PUT", event, { body: { ...level, bytes: 6 } })).status).toBe(204);
  expect((await call("GET", events)).body.reaching_used_space).toContainEqual(
    expect.objectContaining({ uuid: "u", bytes: 6 }),
  );
  expect((await call("DELETE", event, { body: level })).status).toBe(204);
  for (const method of ["PUT", "DELETE"] as const)
    expect(await call(method, event, { body: level })).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
});
