import { request } from "undici";
import { expect, test } from "vitest";
import { cluster, clustersPath, running, pool as somePool, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

test("refuses control requests with another host name or from another origin", async () => {
  const { emulator } = await running();
  for (const headers of [
    { host: "evil.example" },
    { host: "127.0.0.1.evil.example" },
    { origin: "http://evil.example" },
  ]) {
    const { statusCode, body } = await request(`${emulator.url}/_emulator/state`, { headers });
    await body.dump();
    expect(statusCode).toBe(403);
  }
  const { statusCode, body } = await request(`${emulator.url}/_emulator/state`);
  await body.dump();
  expect(statusCode).toBe(200);
});

test("changes, creates and deletes records outside the API", async () => {
  const { call, control } = await running();
  const { body: created } = await call("POST", templates, { body: template });
  await control("POST", `state/ruleTemplates/${created.id}`, { deleted: true });
  expect((await call("GET", `${templates}/${created.id}`)).body).toEqual({ ...created, deleted: true });
  await control("POST", "state/ruleTemplates/500", { id: 500, rule: "/x", ruleType: 0 });
  expect((await call("GET", `${templates}/500`)).status).toBe(200);
  await control("DELETE", "state/ruleTemplates/500");
  expect((await call("GET", `${templates}/500`)).status).toBe(404);
});

test("returns a whole collection, or its latest records", async () => {
  const { control } = await running();
  const all = Object.keys((await control("GET", "state/apps")).body);
  expect(Object.keys((await control("GET", "state/apps?last=2")).body)).toEqual(all.slice(-2));
  expect((await control("GET", "state/apps?last=0")).status).toBe(400);
});

test("finds records by a part of their id or text, without wildcards", async () => {
  const { call, control } = await running();
  const ids: string[] = [];
  for (const rule of ["/Images/a", "/images/b", '/50%_"quoted"'])
    ids.push(String((await call("POST", templates, { body: { ...template, rule } })).body.id));
  const found = async (text: string, last = "") =>
    Object.keys((await control("GET", `state/ruleTemplates?find=${encodeURIComponent(text)}${last}`)).body);
  expect(await found("IMAGES/")).toEqual(ids.slice(0, 2));
  expect(await found("images/", "&last=1")).toEqual([ids[1]]);
  expect(await found('%_"quoted"')).toEqual([ids[2]]);
  expect(await found("_mages/")).toEqual([]);
  expect(await found(ids[1] ?? "")).toContain(ids[1]);
});

test("refuses records that do not match the schema of their collection", async () => {
  const { control } = await running();
  const wrong = await control("POST", "state/ruleTemplates/1", { rule: 7 });
  expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining("rule") } });
  const elsewhere = await control("POST", "state/clusters/1/76/edge-1", { name: "edge-2" });
  expect(elsewhere.status).toBe(400);
  expect((await control("POST", "state/ruleTemplates/1", { id: 9 })).body.message).toContain(
    "the fields of the record give the id 9",
  );
  expect((await control("POST", "state/nothing/1", {})).status).toBe(404);
});

test("records requests in order, filtered, and without secrets", async () => {
  const { call, control } = await running({ recordBodies: true });
  const options = { secure_key: { enabled: true, key: "planted-secret", type: 0 } };
  await call("POST", templates, { body: { ...template, options } });
  await call("POST", templates, { body: { options } });
  await call("POST", "/edgeapp/v1/secrets", {
    body: { name: "s", secret_slots: [{ slot: 0, value: "planted-secret" }] },
  });
  await call("GET", "/cloud/v1/tasks", { headers: { authorization: "apikey planted-secret" } });
  const { text, body } = await control("GET", "requests");
  expect(text).not.toContain("planted-secret");
  expect(body.requests.map((each: { status: number }) => each.status)).toEqual([201, 400, 200, 401]);
  const [first] = body.requests;
  expect(first.request.options.secure_key.key).toBe("[redacted]");
  const later = (await control("GET", `requests?since=${first.seq}&method=POST&path=/cdn`)).body.requests;
  expect(later).toHaveLength(1);
  await control("DELETE", "requests");
  await call("GET", templates);
  const next = (await control("GET", "requests")).body.requests[0];
  expect(next.seq).toBe(body.lastSeq + 1);
});

test("shows the contract's names and enum values of requests, and no value chosen by a program", async () => {
  const { call, control } = await running();
  const pool = { ...somePool, labels: { "planted-key": "planted-value" } };
  await call("POST", clustersPath, { body: { ...cluster, pools: [pool] } });
  await call("GET", `${clustersPath}/${cluster.name}/pools/planted-pool`);
  await call("POST", clustersPath, {
    body: { ...cluster, name: "b", pools: [{ ...pool, labels: { "planted-key": 5 }, "planted-field": 1 }] },
  });
  await call("GET", templates, { query: { name: "planted-name", limit: 10 } });
  const { text, body } = await control("GET", "requests");
  expect(text.replaceAll("planted-field", "")).not.toContain("planted");
  const [created, asked, refused, listed] = body.requests;
  expect(created.request).toMatchObject({
    name: "[text]",
    pools: [
      { labels: { "[name]": "[text]" }, max_node_count: "[number]", servergroup_policy: pool.servergroup_policy },
    ],
  });
  expect(created.response).toEqual({ tasks: ["[text]"] });
  expect(asked.path).toBe(`${clustersPath}/${cluster.name}/pools/[text]`);
  expect(refused.response.invalid_fields).toEqual({ "pools.0.labels.[name]": ["[text]"] });
  expect(refused.unknownFields).toEqual([`pools[0]["planted-field"]`]);
  expect(Object.values(listed.query).sort()).toEqual(["10", "[text]"]);
  expect((await control("GET", "summary")).body.recordsBodies).toBe(false);
});

test("resets to the initial records", async () => {
  const { call, control } = await running();
  const before = (await control("GET", "state/ruleTemplates")).body;
  await call("POST", templates, { body: template });
  await control("POST", "faults", { name: "delay", ms: 1 });
  await control("POST", "reset");
  expect((await control("GET", "state/ruleTemplates")).body).toEqual(before);
  expect((await control("GET", "faults")).body).toEqual([]);
});

test("serves the console with its view library, and no page of others may frame it", async () => {
  const { emulator } = await running();
  const read = async (path: string) => {
    const { statusCode, headers, body } = await request(`${emulator.console}${path}`);
    return { statusCode, headers, text: await body.text() };
  };
  const page = await read("");
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  const [, map = ""] = /<script type="importmap">(.*?)<\/script>/.exec(page.text) ?? [];
  const libraries: string[] = Object.values(JSON.parse(map).imports);
  expect(libraries).toHaveLength(3);
  for (const path of ["console/main.js", ...libraries]) {
    const { statusCode, headers, text } = await read(path);
    expect([statusCode, headers["content-type"]], path).toEqual([200, "text/javascript"]);
    expect(text, path).toMatch(/\b(import|export)\b/);
  }
});
