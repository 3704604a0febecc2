import { expect, test } from "vitest";
import { cluster, madeCluster, running } from "./platform.ts";

const instances = "/cloud/v2/pricing/1/76/instances";
const commitment = "/cloud/v1/pricing/76/billing_reservation";
const resource = { resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 1 };
const machine = {
  flavor: "g1-standard-2-4",
  interfaces: [{ type: "external" }],
  names: ["web-1"],
  volumes: [{ source: "new-volume", size: 50, type_name: "standard" }],
};

test("sums up the parts of an instance, and multiplies them by the number of names", async () => {
  const { call } = await running();
  const one = (await call("POST", instances, { body: machine })).body;
  const { flavor, external_ip, floating_ip, volumes } = one.per_month;
  expect(one).toMatchObject({ price_status: "show", currency_code: "EUR", vm_count: 1 });
  expect(floating_ip).toBe(0);
  const net = flavor + external_ip + volumes.standard;
  expect(one.price_without_discount_per_month).toBeCloseTo(net * 1.2, 1);
  expect(one.total_price_per_month).toBeCloseTo(net * 1.2 * (1 - Number(one.discount_percent) / 100), 1);
  const two = (await call("POST", instances, { body: { ...machine, names: ["a", "b"] } })).body;
  expect(two.vm_count).toBe(2);
  expect(two.per_month.flavor).toBeCloseTo(2 * flavor, 2);
});

test("requires exactly one of names and name templates", async () => {
  const { call } = await running();
  const { names: _, ...neither } = machine;
  expect((await call("POST", instances, { body: neither })).status).toBe(400);
  expect((await call("POST", instances, { body: { ...machine, name_templates: ["{ip_octets}"] } })).status).toBe(400);
  expect((await call("POST", instances, { body: { ...neither, name_templates: ["{ip_octets}"] } })).status).toBe(200);
});

test("shows every price status: show, SHOW, hide and error", async () => {
  const { call } = await running();
  const statusOf = async (flavor: string) => {
    const { body } = await call("POST", instances, { body: { ...machine, flavor, volumes: [] } });
    if (body.price_status.toLowerCase() !== "show")
      expect(body).toMatchObject({ total_price_per_month: null, currency_code: null, per_month: {} });
    return body.price_status;
  };
  const flavors = ["g1-standard-2-4", "bm1-hf-medium", "g3-gpu-8-64-l40s", "g1-cpu-64-128", "no-such-flavor"];
  expect(await Promise.all(flavors.map(statusOf))).toEqual(["show", "SHOW", "hide", "error", "error"]);
});

test("returns no total when one price is unknown or hidden", async () => {
  const { call } = await running();
  const statusOf = async (...names: string[]) => {
    const resources = names.map((resource_name) => ({ ...resource, resource_name }));
    const { body } = await call("POST", commitment, { body: { period: "MONTHS12", resources } });
    expect(body.amount_prices).toBeNull();
    return body.price_status;
  };
  expect(await statusOf("bm1-hf-medium", "no-such-flavor")).toBe("error");
  expect(await statusOf("bm1-hf-medium", "bm3-ai-1xlarge-h100-80-8")).toBe("hide");
  expect(await statusOf("bm3-ai-1xlarge-h100-80-8", "no-such-flavor")).toBe("error");
});

test("prices a reservation equally in the preview and in the record", async () => {
  const { call } = await running();
  const asked = { period: "MONTHS36", resources: [resource] };
  const preview = (await call("POST", commitment, { body: asked })).body;
  const record = (await call("POST", "/cloud/v1/reservations", { body: { ...asked, name: "m", region_id: 76 } })).body;
  expect(record.amount_prices).toEqual(preview.amount_prices);
  expect(record.resources[0].commit_price_total).toBe(preview.resources[0].commit_price_total);
  const { commit_price_per_month, commit_price_total, overcommit_price_total } = preview.amount_prices;
  expect(Number(commit_price_total)).toBeCloseTo(Number(commit_price_per_month) * 36, 2);
  expect(Number(commit_price_total)).toBeLessThan(Number(overcommit_price_total));
});

test("gives a longer commitment the larger discount", async () => {
  const { call } = await running();
  const month = async (period: string) => {
    const { body } = await call("POST", commitment, { body: { period, resources: [resource] } });
    return Number(body.amount_prices.commit_price_per_month);
  };
  expect(await month("MONTHS36")).toBeLessThan(await month("MONTHS12"));
});

test("prices a cluster equally before and after its creation", async () => {
  const platform = await running();
  const { call } = platform;
  await madeCluster(platform);
  const pools = cluster.pools.map(({ flavor_id, boot_volume_size, boot_volume_type, min_node_count }) => ({
    ...{ flavor_id, boot_volume_size, boot_volume_type },
    node_count: min_node_count,
  }));
  const path = "/cloud/v2/pricing/1/76/k8s/clusters";
  const thought = (await call("POST", path, { body: { pools } })).body;
  expect((await call("GET", `${path}/edge-1`)).body).toEqual(thought);
  const flavors = (await call("GET", "/cloud/v1/k8s/1/76/flavors?include_prices=true")).body.results;
  const flavor = flavors.find((each: { flavor_id: string }) => each.flavor_id === "g1-standard-2-4");
  expect(thought.instances[0].price_per_month).toBeCloseTo(2 * flavor.price_per_month, 1);
});

test("prices logging by the status of its region", async () => {
  const { call } = await running();
  const logging = async (region: number) => (await call("GET", `/cloud/v1/pricing/${region}/laas`)).body;
  expect(await logging(76)).toMatchObject({ price_status: "show", price_per_month: expect.any(Number) });
  expect(await logging(88)).toMatchObject({ price_status: "hide", price_per_month: null });
  expect((await logging(99)).price_status).toBe("error");
});
