import { expect, test } from "vitest";
import { running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

test("defaults name and weight, and adds a leading slash except to anchored patterns", async () => {
  const { call, emulator } = await running();
  const { status, body } = await call("POST", templates, { body: { rule: "a/.*", ruleType: 0 } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    rule: "/a/.*",
    client: emulator.platform.clientId,
    deleted: false,
    template: true,
    default: false,
  });
  expect(body.name).toBeTypeOf("string");
  expect(body.weight).toBeGreaterThanOrEqual(1);
  expect((await call("POST", templates, { body: { rule: "^/b", ruleType: 0 } })).body.rule).toBe("^/b");
});

test("stores options as sent, without null ones, with their documented defaults", async () => {
  const { call } = await running();
  const options = { gzipOn: null, cors: { enabled: true, value: ["*"] }, image_stack: { enabled: false } };
  const { body } = await call("POST", templates, { body: { ...template, options } });
  expect(body.options).toEqual({
    cors: { enabled: true, value: ["*"], always: false },
    image_stack: { enabled: false, avif_enabled: false, webp_enabled: false, quality: 95, png_lossless: false },
  });
  expect((await call("GET", `${templates}/${body.id}`)).body).toEqual(body);
});

test("replaces everything with PUT and merges option by option with PATCH", async () => {
  const { call } = await running();
  const on = { enabled: true, value: true };
  const created = await call("POST", templates, {
    body: { ...template, name: "first", options: { gzipOn: on, slice: on } },
  });
  const one = `${templates}/${created.body.id}`;
  const patched = await call("PATCH", one, { body: { rule: "b", options: { gzipOn: null, websockets: on } } });
  expect(patched.body).toMatchObject({ name: "first", rule: "/b", options: { slice: on, websockets: on } });
  expect(patched.body.options).not.toHaveProperty("gzipOn");
  const replaced = await call("PUT", one, { body: template });
  expect(replaced.body).toMatchObject({ id: created.body.id, rule: template.rule, options: {} });
  expect(replaced.body.name).not.toBe("first");
});

test("refuses to change or delete system templates", async () => {
  const { call } = await running();
  for (const [method, body] of [
    ["PUT", template],
    ["PATCH", { weight: 5 }],
    ["DELETE", undefined],
  ] as const)
    expect(await call(method, `${templates}/1`, { body })).toMatchObject({
      status: 403,
      body: { message: expect.anything() },
    });
});

test("does not exist after a delete, and its id is never reused", async () => {
  const { call } = await running();
  const { id } = (await call("POST", templates, { body: template })).body;
  expect(await call("DELETE", `${templates}/${id}`)).toMatchObject({ status: 204, text: "" });
  expect((await call("GET", `${templates}/${id}`)).status).toBe(404);
  expect((await call("DELETE", `${templates}/${id}`)).status).toBe(404);
  expect((await call("POST", templates, { body: template })).body.id).toBeGreaterThan(id);
});

test("lists templates as a bare array, and in linked pages when a limit is sent", async () => {
  const { call, emulator } = await running();
  const { body: all } = await call("GET", templates);
  const seen: unknown[] = [];
  for (let next: string | null = `${emulator.url}${templates}?limit=2`; next !== null; ) {
    const { body } = await call("GET", next.slice(emulator.url.length));
    expect(body.count).toBe(all.length);
    seen.push(...body.results);
    next = body.next;
  }
  expect(seen).toEqual(all);
});

test("uses the configured word for the edge-app option", async () => {
  const { call } = await running({ edgeWord: "functions" });
  const hook = { on_request_headers: { app_id: "12" }, enabled: true };
  const { body } = await call("POST", templates, {
    body: { ...template, options: { functions: hook, edgeapp: hook } },
  });
  expect(Object.keys(body.options)).toEqual(["functions"]);
  expect((await call("GET", "/functions/v1/apps")).status).toBe(200);
  expect((await call("GET", "/edgeapp/v1/apps")).status).toBe(404);
});
