import { expect, test } from "vitest";
import { cluster, clustersPath, madeCluster, pool, running } from "./platform.ts";

const threshold = (client: number) => `/cloud/v2/client_quotas/${client}/notification_threshold`;
const limits = (entries: Record<string, number>) => ({
  region_id: 76,
  quotas: Object.fromEntries(Object.entries(entries).map(([name, limit]) => [name, { limit, usage: 0 }])),
});

test("has a threshold of 80 until another is set, and again after a reset", async () => {
  const { call } = await running();
  expect((await call("GET", threshold(9))).body).toMatchObject({ client_id: 9, threshold: 80, last_message: null });
  for (const wrong of [59, 101, 70.5, "70"])
    expect((await call("PUT", threshold(9), { body: { threshold: wrong } })).status).toBe(400);
  expect((await call("PUT", threshold(9), { body: { threshold: 60 } })).body.threshold).toBe(60);
  expect((await call("DELETE", threshold(9))).status).toBe(204);
  expect((await call("GET", threshold(9))).body.threshold).toBe(80);
});

test("lists each quota under two keys in the last message, global and by region", async () => {
  const { call } = await running();
  const { body } = await call("GET", threshold(5));
  const { global_quotas, regional_quotas } = body.last_message;
  expect(global_quotas.project_count_limit).toEqual({ limit: 10, usage: 3 });
  expect(global_quotas.project_count_usage).toEqual(global_quotas.project_count_limit);
  expect(regional_quotas[0]).toMatchObject({ region_id: 76, region_name: "Luxembourg-2" });
  expect(Object.keys(regional_quotas[0])).toContain("ram_limit");
});

test("returns the quotas that a check of limits would exceed, and nothing otherwise", async () => {
  const { call, control } = await running();
  const path = `${clustersPath}/check_limits`;
  expect((await call("POST", path, { body: { pools: [pool] } })).body).toEqual({});
  await control("POST", "state/quotas/76", limits({ cpu_count: 3, vm_count: 10 }));
  expect((await call("POST", path, { body: { pools: [pool] } })).body).toEqual({
    ...{ cpu_count_limit: 3, cpu_count_usage: 0, cpu_count_requested: 4 },
  });
});

test("counts a boot volume for each virtual node, and a server group, where a check of limits names neither", async () => {
  const { call, control } = await running();
  await control("POST", "state/quotas/76", limits({ volume_count: 2, volume_size: 100, servergroup_count: 0 }));
  const { flavor_id } = pool;
  const { body } = await call("POST", `${clustersPath}/check_limits`, {
    body: { pools: [{ flavor_id, node_count: 3 }] },
  });
  expect(body).toEqual({
    ...{ volume_count_limit: 2, volume_count_usage: 0, volume_count_requested: 3 },
    ...{ servergroup_count_limit: 0, servergroup_count_usage: 0, servergroup_count_requested: 1 },
  });
});

test("refuses a cluster that exceeds a quota, and notifies when the threshold is reached", async () => {
  const { call, control } = await running();
  await control("POST", "state/quotas/76", limits({ cluster_count: 1 }));
  await call("PUT", threshold(5), { body: { threshold: 90, last_sending: null, last_message: null } });
  expect((await call("POST", clustersPath, { body: cluster })).status).toBe(200);
  const warned = (await call("GET", threshold(5))).body;
  expect(warned.last_sending).toBeTypeOf("string");
  expect(warned.last_message.regional_quotas[0].cluster_count_usage).toEqual({ limit: 1, usage: 1 });
  const refused = await call("POST", clustersPath, { body: { ...cluster, name: "edge-2" } });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    exception_class: "QuotaLimitExceed",
    info: { attribute: "cluster_count", current_usage: 1, requested_usage: 1, limit: 1 },
  });
});

test("counts the additional nodes of a resized pool", async () => {
  const platform = await running();
  const { call, control } = platform;
  await madeCluster(platform);
  await control("POST", "state/quotas/76", limits({ vm_count: 4 }));
  const resize = (node_count: number) =>
    call("POST", `${clustersPath}/edge-1/pools/general/resize`, { body: { node_count } });
  expect((await resize(5)).body.info).toEqual({
    attribute: "vm_count",
    current_usage: 2,
    requested_usage: 3,
    limit: 4,
  });
  expect((await resize(4)).status).toBe(200);
});

test("lists the servers of a GPU cluster in pages, and returns 404 for another cluster", async () => {
  const { call } = await running();
  const path = (region: number, id: string) => `/cloud/v3/gpu/baremetal/1/${region}/clusters/${id}/servers`;
  const known = "1aaaab48-10d0-46d9-80cc-85209284ceb4";
  const first = (await call("GET", path(76, known))).body;
  expect(first).toMatchObject({ count: 12, results: { length: 10 } });
  const rest = (await call("GET", `${path(76, known)}?offset=10&limit=1000`)).body;
  expect(rest.results).toHaveLength(2);
  expect((await call("GET", path(77, known))).status).toBe(404);
  expect((await call("GET", path(76, known.replace("1", "9")))).status).toBe(404);
  expect((await call("GET", path(76, "train"))).status).toBe(400);
});
