import { expect, test } from "vitest";
import { cluster, clustersPath, longMs, madeCluster, pool, type Running, running } from "./platform.ts";

const one = `${clustersPath}/edge-1`;
const bareMetal = { name: "metal", flavor_id: "bm1-basic-small", min_node_count: 1 };

async function finish({ control }: Running): Promise<void> {
  await control("POST", "clock", { advanceMs: longMs });
}

test("is created by a task that returns only its UUID and locks it", async () => {
  const platform = await running();
  const { call } = platform;
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  expect(tasks).toHaveLength(1);
  const making = (await call("GET", one)).body;
  expect(making).toMatchObject({ status: "Provisioning", task_id: tasks[0], creator_task_id: tasks[0] });
  expect((await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body.state).toBe("NEW");
  await finish(platform);
  const made = (await call("GET", one)).body;
  expect(made).toMatchObject({ id: making.id, status: "Provisioned", task_id: null });
  expect(made.pools[0].status).toBe("Running");
  const task = (await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body;
  expect(task).toMatchObject({ state: "FINISHED", created_resources: { k8s_clusters: [made.id] } });
  expect(task).not.toHaveProperty("work");
});

test("returns a version with v, managed labels, pools in another order and server defaults", async () => {
  const platform = await running();
  const pools = ["a", "b", "c", "d", "e", "f"].map((name) => ({ ...bareMetal, name }));
  await madeCluster(platform, { ...cluster, version: "1.31.9", pools });
  const { body } = await platform.call("GET", one);
  expect(body).toMatchObject({ version: "v1.31.9", fixed_network: "", is_ipv6: false, pods_ip_pool: "172.16.0.0/18" });
  expect(body.cni).toEqual({ provider: "calico" });
  const [first] = body.pools;
  expect(first).toMatchObject({ max_node_count: 1, taints: {}, kubelet_config: {}, servergroup_policy: "" });
  expect(Object.keys(first.labels).every((key) => key.startsWith("gcorecluster.x-k8s.io"))).toBe(true);
  const ids = body.pools.map((each: { id: string }) => each.id);
  expect(ids).toEqual([...ids].sort());
});

test("answers writes with 409 while a task locks it", async () => {
  const { call } = await running();
  await call("POST", clustersPath, { body: cluster });
  const writes = [
    call("POST", clustersPath, { body: cluster }),
    call("PATCH", one, { body: { logging: { enabled: true } } }),
    call("POST", `${one}/upgrade`, { body: { version: "v1.32.1" } }),
    call("POST", `${one}/pools`, { body: bareMetal }),
    call("PATCH", `${one}/pools/general`, { body: { min_node_count: 3 } }),
    call("POST", `${one}/pools/general/resize`, { body: { node_count: 3 } }),
    call("DELETE", `${one}/pools/general`),
    call("DELETE", one),
  ];
  for (const { status, body } of await Promise.all(writes)) {
    expect(status).toBe(409);
    expect(body.exception_class).toBe("ConflictError");
  }
});

test("is updated by PATCH, which ignores nulls and starts no task without a change", async () => {
  const platform = await running();
  const { call } = platform;
  const oidc = { issuer_url: "https://id.example.com", client_id: "k8s" };
  await madeCluster(platform, { ...cluster, autoscaler_config: { a: "1", b: "2" }, authentication: { oidc } });
  const same = { autoscaler_config: { b: "2", a: "1" }, logging: null, authentication: { oidc } };
  expect((await call("PATCH", one, { body: same })).body).toEqual({ tasks: [] });
  const change = { autoscaler_config: { c: "3" }, authentication: { oidc: null }, logging: { enabled: true } };
  expect((await call("PATCH", one, { body: change })).body.tasks).toHaveLength(1);
  await finish(platform);
  const { body } = await call("GET", one);
  expect(body).toMatchObject({ autoscaler_config: { c: "3" }, authentication: { oidc: null } });
  expect(body.autoscaler_config).not.toHaveProperty("a");
  expect(body.logging).toMatchObject({ enabled: true, destination_region_id: 76, topic_name: expect.any(String) });
  expect((await call("PATCH", one, { body: { cni: { provider: "cilium" } } })).status).toBe(400);
});

test("is upgraded one minor version at a time to a version that it lists", async () => {
  const platform = await running();
  const { call } = platform;
  await madeCluster(platform);
  const { results } = (await call("GET", `${one}/upgrade_versions`)).body;
  expect(results).toContainEqual({ version: "v1.32.1" });
  for (const version of ["v1.33.1", "v1.30.1", "v1.31.9", "v9.9.9", "new"])
    expect((await call("POST", `${one}/upgrade`, { body: { version } })).status).toBe(400);
  await call("POST", `${one}/upgrade`, { body: { version: "1.32.1" } });
  await finish(platform);
  expect((await call("GET", one)).body.version).toBe("v1.32.1");
});

test("creates, updates, resizes and deletes pools, but never the last one", async () => {
  const platform = await running();
  const { call } = platform;
  await madeCluster(platform);
  expect((await call("DELETE", `${one}/pools/general`)).status).toBe(400);
  const { tasks } = (await call("POST", `${one}/pools`, { body: bareMetal })).body;
  await finish(platform);
  const added = (await call("GET", `${one}/pools/metal`)).body;
  const task = (await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body;
  expect(task.created_resources).toEqual({ k8s_pools: [added.id] });
  const change = { min_node_count: 3, labels: { tier: "web" } };
  const changed = (await call("PATCH", `${one}/pools/general`, { body: change })).body;
  expect(changed).toMatchObject({ min_node_count: 3, node_count: 3, labels: { tier: "web" } });
  expect((await call("PATCH", `${one}/pools/general`, { body: { min_node_count: 6 } })).status).toBe(400);
  await call("POST", `${one}/pools/general/resize`, { body: { node_count: 5 } });
  await finish(platform);
  expect((await call("GET", `${one}/pools/general`)).body.node_count).toBe(5);
  await call("DELETE", `${one}/pools/general`);
  await finish(platform);
  expect((await call("GET", `${one}/pools`)).body).toMatchObject({ count: 1, results: [{ name: "metal" }] });
});

test("refuses a pool whose fields contradict its flavor", async () => {
  const { call } = await running();
  const { boot_volume_size: _, ...virtual } = pool;
  for (const wrong of [virtual, { ...pool, flavor_id: "bm1-hf-medium" }, { ...pool, max_node_count: 1 }])
    expect((await call("POST", clustersPath, { body: { ...cluster, pools: [wrong] } })).status).toBe(400);
});

test("has a kubeconfig once it is created", async () => {
  const platform = await running();
  const { call, control } = platform;
  await call("POST", clustersPath, { body: cluster });
  expect((await call("GET", `${one}/config`)).status).toBe(400);
  await finish(platform);
  const { body } = await call("GET", `${one}/config`);
  expect(body.config).toContain("kind: Config");
  expect((await control("GET", "requests")).text).not.toContain("kind: Config");
});

test("does not exist when its delete task has ended, and its name can be reused", async () => {
  const platform = await running();
  const { call } = platform;
  await madeCluster(platform);
  const before = (await call("GET", one)).body;
  await call("DELETE", one);
  expect((await call("GET", one)).body.status).toBe("Deleting");
  await finish(platform);
  expect((await call("GET", one)).status).toBe(404);
  await madeCluster(platform);
  expect((await call("GET", one)).body.id).not.toBe(before.id);
});

test("lists clusters and tasks in pages, and tasks by their state", async () => {
  const platform = await running();
  const { call } = platform;
  await madeCluster(platform, { ...cluster, name: "edge-0" });
  await call("POST", clustersPath, { body: cluster });
  const list = (await call("GET", `${clustersPath}?limit=1&offset=1`)).body;
  expect(list).toMatchObject({ count: 2, results: [{ name: "edge-1" }] });
  expect((await call("GET", "/cloud/v2/k8s/clusters/1/7")).body).toEqual({ count: 0, results: [] });
  const tasks = (await call("GET", "/cloud/v1/tasks?state=NEW&state=RUNNING")).body;
  expect(tasks).toMatchObject({ count: 1, results: [{ task_type: "create_k8s_cluster_v2" }] });
  expect((await call("GET", "/cloud/v1/tasks/1/76/active")).body.count).toBe(1);
  expect((await call("GET", "/cloud/v1/tasks?project_id=2")).body.count).toBe(0);
});
