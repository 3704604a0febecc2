import { clusterPatch, endpoints, poolBody, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { isEmpty, notSetValues } from "../../emulator/server/not-set.ts";
import {
  clientAppTemplate,
  clientCluster,
  clientMetalPool,
  clientOptions,
  clientPool,
  clientTemplate,
} from "./clients/requests.ts";
import { clustersPath, longMs, madeCluster, running } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";
const one = `${clustersPath}/theirs`;

test.each(Object.entries(clientOptions))(
  "accepts %s with its unset fields null or empty, as if omitted",
  async (name, option) => {
    const { call } = await running();
    // `body` is the one required text that may be empty.
    const plain = Object.fromEntries(
      Object.entries(option).filter(([field, value]) => field === "body" || !isEmpty(value)),
    );
    const sent = await call("POST", templates, { body: clientTemplate({ [name]: option }) });
    expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
    const expected = await call("POST", templates, { body: { rule: "a", ruleType: 0, options: { [name]: plain } } });
    expect(sent.body.options[name]).toEqual(expected.body.options[name]);
    expect(Object.keys(sent.body.options)).toEqual([name]);
  },
);

test("applies server defaults to nulls in PUT and keeps the values on PATCH", async () => {
  const { call } = await running();
  const { id, weight, name } = (await call("POST", templates, { body: clientTemplate() })).body;
  expect([weight, name]).toEqual([id, expect.stringContaining("Rule template")]);
  const patched = await call("PATCH", `${templates}/${id}`, { body: { name: "theirs", weight: null, rule: null } });
  expect(patched.body).toMatchObject({ name: "theirs", weight, rule: "/images/.*" });
  expect((await call("PUT", `${templates}/${id}`, { body: clientTemplate() })).status).toBe(200);
});

test("creates a client's cluster with complete pools and logging", async () => {
  const platform = await running();
  await madeCluster(platform, clientCluster);
  const { body } = await platform.call("GET", one);
  expect(body).toMatchObject({
    cni: { provider: "cilium", cilium: { hubble_relay: true, lb_mode: "snat", routing_mode: "tunnel" } },
    logging: { enabled: false, destination_region_id: 76, topic_name: "k8s-theirs", retention_policy: null },
    pods_ip_pool: "172.16.0.0/17",
    fixed_subnet: "",
  });
  for (const pool of body.pools)
    expect(pool).toMatchObject({ auto_healing_enabled: false, is_public_ipv4: false, taints: {}, crio_config: {} });
  const patched = await platform.call("PATCH", one, { body: { logging: clientCluster.logging, cni: null } });
  expect(patched.body).toEqual({ tasks: [] });
});

test("adds a client's pool and updates it when the other fields are null", async () => {
  const platform = await running();
  const { call, control } = platform;
  await madeCluster(platform, { ...clientCluster, pools: [clientPool] });
  expect((await call("POST", `${one}/pools`, { body: clientMetalPool })).status).toBe(200);
  await control("POST", "clock", { advanceMs: longMs });
  const body = { min_node_count: null, max_node_count: 7, auto_healing_enabled: null, labels: null, taints: null };
  const before = (await call("GET", `${one}/pools/metal`)).body;
  expect((await call("PATCH", `${one}/pools/metal`, { body })).body).toEqual({ ...before, max_node_count: 7 });
});

test("checks the limits of a pool without the name of a cluster, and counts all of its nodes", async () => {
  const platform = await running();
  const { call, control } = platform;
  await madeCluster(platform, { ...clientCluster, pools: [{ ...clientPool, min_node_count: 2 }] });
  await control("POST", "state/quotas/76", {
    region_id: 76,
    quotas: { vm_count: { limit: 4, usage: 0 }, servergroup_count: { limit: 1, usage: 0 } },
  });
  const check = async (pool: object) =>
    (await call("POST", `${clustersPath}/pools/check_limits`, { body: { ...clientPool, labels: undefined, ...pool } }))
      .body;
  expect(await check({ node_count: 2 })).not.toHaveProperty("vm_count_limit");
  expect(await check({ node_count: 5 })).toMatchObject({ vm_count_limit: 4, vm_count_usage: 2, vm_count_requested: 5 });
  expect(await check({ name: "second", min_node_count: 1 })).toMatchObject({ servergroup_count_requested: 1 });
});

test("refuses a maximum of 0 nodes, whose bounds are 1 to 200", async () => {
  const platform = await running();
  const { call } = platform;
  const pool = { ...clientPool, max_node_count: 0 };
  const refused = async (method: string, path: string, body: object) => {
    const response = await call(method, path, { body });
    return [response.status, ...Object.keys(response.body.invalid_fields)];
  };
  expect(await refused("POST", clustersPath, { ...clientCluster, pools: [pool] })).toEqual([
    400,
    "pools.0.max_node_count",
  ]);
  await madeCluster(platform, { ...clientCluster, pools: [clientPool] });
  expect(await refused("POST", `${one}/pools`, { ...pool, name: "second" })).toEqual([400, "max_node_count"]);
  expect(await refused("PATCH", `${one}/pools/general`, { max_node_count: 0 })).toEqual([400, "max_node_count"]);
});

test("resizes a pool beyond its bounds, which move, within 1 to 200 nodes", async () => {
  const platform = await running();
  const { call, control } = platform;
  await control("POST", "state/quotas/76", { region_id: 76, quotas: {} });
  await madeCluster(platform, { ...clientCluster, pools: [clientPool] });
  const resize = async (node_count: number) => {
    const { status } = await call("POST", `${one}/pools/general/resize`, { body: { node_count } });
    await control("POST", "clock", { advanceMs: longMs });
    const pool = (await call("GET", `${one}/pools/general`)).body;
    return [status, pool.node_count, pool.min_node_count, pool.max_node_count];
  };
  expect(await resize(200)).toEqual([200, 200, 1, 200]);
  expect(await resize(201)).toEqual([400, 200, 1, 200]);
  expect(await resize(0)).toEqual([400, 200, 1, 200]);
});

test("refuses pools with an unknown flavor and names the field", async () => {
  const platform = await running();
  const { call } = platform;
  const pools = [clientPool, { ...clientPool, name: "other", flavor_id: "g9-none-1-1" }];
  const refused = await call("POST", clustersPath, { body: { ...clientCluster, pools } });
  expect([refused.status, Object.keys(refused.body.invalid_fields)]).toEqual([400, ["pools.1.flavor_id"]]);
  await madeCluster(platform, clientCluster);
  const added = await call("POST", `${one}/pools`, { body: pools[1] });
  expect([added.status, Object.keys(added.body.invalid_fields)]).toEqual([400, ["flavor_id"]]);
});

test("patches an edge secret and keeps values that are not sent", async () => {
  const { call } = await running();
  const secrets = "/edgeapp/v1/secrets";
  const slots = [{ slot: 0, value: "hush" }];
  const { id, secret_slots } = (await call("POST", secrets, { body: { name: "s", secret_slots: slots } })).body;
  const patched = await call("PATCH", `${secrets}/${id}`, { body: { name: null, comment: "rotated" } });
  expect(patched).toMatchObject({ status: 200, body: { name: "s", comment: "rotated", secret_slots } });
  const added = [...slots.map(({ slot }) => ({ slot })), { slot: 9, value: "new" }];
  const second = (await call("PATCH", `${secrets}/${id}`, { body: { secret_slots: added } })).body;
  expect(second.secret_slots).toEqual([...secret_slots, { slot: 9, checksum: expect.any(String) }]);
  expect((await call("PATCH", `${secrets}/${id}`, { body: { name: "origin-key" } })).status).toBe(409);
  expect((await call("PATCH", `${secrets}/999`, { body: {} })).status).toBe(404);
});

test("creates a client's edge template", async () => {
  const { call } = await running();
  const { id } = (await call("POST", "/edgeapp/v1/template", { body: clientAppTemplate })).body;
  expect((await call("GET", `/edgeapp/v1/template/${id}`)).body).toMatchObject({
    short_descr: "",
    params: [{ name: "greeting", mandatory: false, descr: "" }],
  });
});

test("refuses a storage level sent as text, in a list and alone", async () => {
  const { call } = await running();
  const path = "/storage/notifications/v1/event";
  for (const bytes of ["1", ""]) {
    const level = { bucket_name: "b", bytes };
    expect((await call("POST", `${path}s`, { body: { reaching_used_space: [level] } })).status).toBe(400);
    expect((await call("POST", path, { body: { name: "reaching_used_space", ...level } })).status).toBe(400);
  }
});

test("returns apps and streams without null in fields that are not nullable", async () => {
  const { call } = await running();
  const { apps } = (await call("GET", "/edgeapp/v1/apps")).body;
  const single = (await call("GET", "/edgeapp/v1/apps/1")).body;
  for (const app of [...apps, single]) expect(Object.values(app)).not.toContain(null);
  const streams: { id: number; html_overlays: object[] }[] = (await call("GET", "/streaming/streams")).body;
  const overlays = streams.flatMap(({ id, html_overlays }) => html_overlays.map((overlay) => ({ id, overlay })));
  expect(overlays.length).toBeGreaterThan(0);
  for (const { id, overlay } of overlays)
    expect(overlay).toMatchObject({
      ...{ id: expect.any(Number), stream_id: id },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
});

test("returns logs of the last hour however far the clock has advanced", async () => {
  const { call, control } = await running({ speed: 100_000 });
  await control("POST", "clock", { pause: true, advanceMs: 40 * 24 * longMs });
  const now = Date.parse((await control("GET", "clock")).body.now);
  const { body } = await call("GET", "/edgeapp/v1/apps/7/logs?sort=asc");
  const times = body.logs.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp));
  expect(times.length).toBeGreaterThan(5);
  expect(times[0]).toBeGreaterThanOrEqual(now - longMs);
  expect(times.at(-1)).toBeLessThanOrEqual(now);
  expect(times.at(-1)).toBeGreaterThan(now - longMs / 2);
  expect(new Set(body.logs.map(({ id }: { id: string }) => id)).size).toBe(times.length);
});

test("keeps the contract's bounds, and empty values that a field accepts", () => {
  expect(notSetValues(ruleTemplateBody.shape.weight)).toEqual([null]);
  expect(notSetValues(ruleTemplateBody.shape.name)).toEqual([null, ""]);
  expect(notSetValues(ruleTemplateBody.shape.rule)).toEqual([]);
  expect(notSetValues(poolBody.shape.labels)).toEqual([null]);
  expect(notSetValues(poolBody.shape.boot_volume_size)).toEqual([0]);
  expect(notSetValues(poolBody.shape.servergroup_policy)).toEqual([""]);
  expect(notSetValues(clusterPatch.shape.cni)).toEqual([]);
});

test("accepts null for every optional field of every body", async () => {
  const { call } = await running();
  const { body: document } = await call("GET", "/_emulator/openapi.json");
  for (const { id, method, path, body } of Object.values(endpoints)) {
    if (body === undefined) continue;
    const { schema } = document.paths[path][method.toLowerCase()].requestBody.content["application/json"];
    const required = new Set<string>(schema.required ?? []);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (!required.has(name)) expect(JSON.stringify(property), `${id} ${name}`).toMatch(/"null"|"nullable"/);
  }
});
