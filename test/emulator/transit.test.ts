import { expect, test } from "vitest";
import { cluster, clustersPath, pool, running, speaker, template } from "./platform.ts";
import { directory, runCommand } from "./process.ts";

const templates = "/cdn/resources/rule_templates";
const resources = [{ resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 1 }];

/** A create request for each kind that can be created. `list`: the field of the list response that has the objects. */
const creations = {
  ruleTemplate: { path: templates, body: template, list: undefined },
  reservation: {
    path: "/cloud/v1/reservations",
    body: { name: "r", period: "MONTHS12", region_id: 76, resources },
    list: "results",
  },
  appTemplate: {
    path: "/edgeapp/v1/template",
    body: { name: "t", binary_id: 42, owned: true, params: [] },
    list: "templates",
  },
  secret: { path: "/edgeapp/v1/secrets", body: { name: "s" }, list: "secrets" },
  cluster: { path: clustersPath, body: { ...cluster, pools: [pool] }, list: "results" },
};

test.each(Object.entries(creations))("shows a %s after the stale reads, in get and list", async (_, each) => {
  const { call } = await running({ behaviors: { staleReads: 2 } });
  const { body: made } = await call("POST", each.path, { body: each.body });
  const id = made.id ?? cluster.name;
  const get = async () => (await call("GET", `${each.path}/${id}`)).status;
  const listed = async () => {
    const { body } = await call("GET", each.path);
    const list: { id: unknown; name: unknown }[] = each.list === undefined ? body : body[each.list];
    return list.some((one) => one.id === id || one.name === id);
  };
  expect([await get(), await listed(), await get(), await listed()]).toEqual([404, false, 200, true]);
});

test("shows a deleted object until the stale seconds are over, and deletes it only once", async () => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  const { id } = (await call("POST", templates, { body: template })).body;
  await control("PATCH", "behaviors", { staleSeconds: 30 });
  expect((await call("DELETE", `${templates}/${id}`)).status).toBe(204);
  const status = async (method: "GET" | "DELETE") => (await call(method, `${templates}/${id}`)).status;
  expect([await status("GET"), await status("DELETE")]).toEqual([200, 404]);
  await control("POST", "clock", { advanceMs: 30_000 });
  expect(await status("GET")).toBe(404);
});

test("shows changes by control requests at once", async () => {
  const { call, control } = await running({ behaviors: { staleReads: 5 } });
  await control("POST", "state/ruleTemplates/77", { name: "changed" });
  expect((await call("GET", `${templates}/77`)).body.name).toBe("changed");
});

test("responds like a gateway for a number of requests, or for a time", async () => {
  const { call, control } = await running();
  await control("POST", "clock", { pause: true });
  await control("POST", "faults", { name: "foreign", endpoint: "ruleTemplates.get", count: 1, form: "html" });
  const first = await call("GET", `${templates}/77`);
  expect([first.status, first.headers["content-type"]]).toEqual([404, "text/html"]);
  expect((await call("GET", `${templates}/77`)).status).toBe(200);
  await control("POST", "faults", { name: "foreign", seconds: 10 });
  expect((await call("GET", `${templates}/77`)).text).toBe("default backend - 404");
  await control("POST", "clock", { advanceMs: 10_000 });
  expect((await call("GET", `${templates}/77`)).status).toBe(200);
  expect((await control("GET", "faults")).body).toEqual([]);
});

test("has a client of its own, which a restart and a reset keep", async () => {
  const data = directory();
  const start = async (...args: string[]) => {
    const command = runCommand("--port", "0", ...args);
    const { call, control } = speaker((await command.ready).url);
    const { clientId, dataDirectory } = (await control("GET", "identity")).body;
    const { client } = (await call("POST", templates, { body: template })).body;
    expect(client).toBe(clientId);
    expect((await call("GET", `${templates}/77`)).body.client).toBe(clientId);
    await control("POST", "reset");
    expect((await control("GET", "identity")).body.clientId).toBe(clientId);
    command.process.kill("SIGTERM");
    await command.ended;
    return { clientId, dataDirectory };
  };
  const first = await start("--data", data);
  expect(first.dataDirectory).toBe(data);
  expect(await start("--data", data)).toEqual(first);
  expect((await start("--data", directory())).clientId).not.toBe(first.clientId);
  expect((await start("--client-id", "7")).clientId).toBe(7);
});

test("takes behaviors from a seed until the next one", async () => {
  const { control, emulator } = await running();
  const { priceList } = emulator.platform.store;
  const seed = { priceList: priceList.all(), behaviors: { preset: "nulls", staleReads: 3 } };
  const values = async () => (await control("GET", "behaviors")).body.values;
  expect((await control("POST", "seed", seed)).status).toBe(204);
  expect(await values()).toMatchObject({ unsetText: "null", staleReads: 3 });
  await control("POST", "seed", { priceList: seed.priceList });
  expect(await values()).toMatchObject({ unsetText: "as-seen", staleReads: 0 });
  const refused = await control("POST", "seed", { ...seed, behaviors: { staleReads: "many" } });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("behaviors.staleReads")]);
});
