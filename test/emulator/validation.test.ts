import { connect } from "node:net";
import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { clustersPath, running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

/** One path of each area, and the fields of its errors. */
const areas = [
  { area: "cloud", path: "/cloud/v1/tasks", keys: ["exception_class", "message", "request_id"] },
  { area: "CDN", path: templates, keys: ["message"] },
  { area: "streaming", path: "/streaming/streams", keys: ["status", "error"] },
  { area: "edge", path: "/edgeapp/v1/apps", keys: ["error"] },
  { area: "storage", path: "/storage/notifications/v1/events", keys: ["error"] },
];

const wrongKeys = {
  "no key": "",
  "another key": "apikey other",
  "another word": "Bearer local",
  "two spaces": "apikey  local",
  "the key alone": "local",
};

test.each(areas)("refuses requests without the right key in the shape of the $area area", async ({ path, keys }) => {
  const { call } = await running();
  for (const authorization of Object.values(wrongKeys)) {
    const { status, body } = await call("GET", path, { headers: { authorization } });
    expect(status).toBe(401);
    expect(Object.keys(body)).toEqual(keys);
  }
});

test("accepts the authentication scheme in any case", async () => {
  const { call } = await running();
  for (const word of ["apikey", "APIKey", "ApiKey", "APIKEY"])
    expect(
      (await call("GET", "/cdn/resources/rule_templates", { headers: { authorization: `${word} local` } })).status,
    ).toBe(200);
});

test.each(areas)("lists the supported methods for an unsupported one in the $area area", async ({ path, keys }) => {
  const { call } = await running();
  const { status, headers, body } = await call("OPTIONS", path);
  expect(status).toBe(405);
  expect(headers.allow).toContain("GET");
  expect(Object.keys(body)).toEqual(keys);
});

test("requires the key on every route of the table", async () => {
  const { call } = await running();
  const uuid = "1aaaab48-10d0-46d9-80cc-85209284ceb4";
  for (const { id, method, path } of Object.values(endpoints)) {
    const address = path.replace("{cluster_id}", uuid).replaceAll(/\{\w+\}/g, "1");
    expect((await call(method, address, { headers: { authorization: "" } })).status, id).toBe(401);
  }
});

test("answers unknown paths with 404 in the area's shape, in the edge area without a body", async () => {
  const { call } = await running();
  expect((await call("GET", "/cloud/v9/nothing")).body.exception_class).toBe("NotFoundError");
  expect((await call("GET", "/cdn/nothing")).body.message).toBeTypeOf("string");
  expect(await call("GET", "/edgeapp/v1/nothing")).toMatchObject({ status: 404, text: "" });
});

test("refuses malformed JSON, invalid UTF-8 and a missing body with 400", async () => {
  const { call } = await running();
  for (const text of ['{"rule": ', "[", Buffer.from([0xff, 0xfe]), ""]) {
    const { status, body } = await call("POST", templates, { text });
    expect(status).toBe(400);
    expect(body.message).toBeTypeOf("string");
  }
});

test("survives JSON that is nested a hundred thousand deep", async () => {
  const { call } = await running();
  const text = `{"rule": ${"[".repeat(100_000)}${"]".repeat(100_000)}, "ruleType": 0}`;
  expect((await call("POST", templates, { text })).status).toBe(400);
});

test("refuses a body that is not JSON with 415", async () => {
  const { call } = await running();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonish"])
    expect((await call("POST", templates, { text: "{}", headers: { "content-type": type } })).status).toBe(415);
});

test("reads a body of more than 1 MiB to its end and refuses it with 413", async () => {
  const { call } = await running();
  const text = JSON.stringify({ ...template, name: "x".repeat(1024 * 1024) });
  expect((await call("POST", templates, { text })).status).toBe(413);
});

test("refuses parameters of the wrong type and just outside their bounds", async () => {
  const { call } = await running();
  const gpu = "/cloud/v3/gpu/baremetal/1/76/clusters/1aaaab48-10d0-46d9-80cc-85209284ceb4/servers";
  for (const query of [{ limit: 0 }, { limit: 1001 }, { limit: "ten" }, { offset: -1 }, { limit: "1.5" }]) {
    const { status, body } = await call("GET", gpu, { query });
    expect(status).toBe(400);
    expect(Object.keys(body.invalid_fields)).toEqual(Object.keys(query));
  }
  expect((await call("GET", `${gpu}?limit=1&limit=2`)).status).toBe(400);
  expect((await call("GET", "/edgeapp/v1/apps?status=6")).status).toBe(400);
  expect((await call("GET", "/streaming/streams?page=0")).body.errors.page).toHaveLength(1);
});

test("names the field of a body that is out of bounds", async () => {
  const { call } = await running();
  const long = await call("POST", templates, { body: { ...template, rule: "r".repeat(301) } });
  expect(Object.keys(long.body.errors)).toEqual(["rule"]);
  const cluster = await call("POST", clustersPath, { body: { name: "x".repeat(21), pools: [] } });
  expect(cluster.status).toBe(400);
  expect(Object.keys(cluster.body.invalid_fields)).toEqual(expect.arrayContaining(["name", "pools", "version"]));
});

test("answers 408 and closes when a body does not arrive in time", async () => {
  const { emulator } = await running({ bodyTimeoutMs: 50 });
  const { hostname, port } = new URL(emulator.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${templates} HTTP/1.1\r\nHost: x\r\nAuthorization: apikey local\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 408 [\s\S]*did not arrive/);
});

test("ignores unknown fields and shows them in the request log", async () => {
  const { call, control } = await running();
  const body = { ...template, colour: "red", options: { gzipOn: { enabled: true, value: true, level: 9 }, zip: {} } };
  const created = await call("POST", templates, { body });
  expect(created.status).toBe(201);
  expect(created.body).not.toHaveProperty("colour");
  const { requests } = (await control("GET", "requests")).body;
  expect(requests[0].unknownFields.sort()).toEqual(["colour", "options.gzipOn.level", "options.zip"]);
});
