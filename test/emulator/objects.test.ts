import { expect, test } from "vitest";
import { cluster, clustersPath, running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

test("returns records in pages, sorted by any field, in both directions", async () => {
  const { call, control } = await running();
  await control("POST", "reset");
  for (const [name, weight] of [
    ["beta", 10],
    ["alpha", 9],
    ["gamma", 100],
  ])
    await call("POST", templates, { body: { ...template, name, weight, rule: "/page-test" } });
  const names = async (query: string) => {
    const { body } = await control("GET", `objects/ruleTemplates?find=page-test&${query}`);
    return body.items.map(({ record }: { record: { name: string } }) => record.name);
  };
  expect(await names("sort=name&descending=false")).toEqual(["alpha", "beta", "gamma"]);
  expect(await names("sort=weight")).toEqual(["gamma", "beta", "alpha"]);
  expect(await names("descending=false")).toEqual(["beta", "alpha", "gamma"]);
  expect(await names("sort=weight&limit=1&offset=1")).toEqual(["beta"]);
  const beyond = (await control("GET", "objects/ruleTemplates?find=page-test&offset=50")).body;
  expect(beyond).toMatchObject({ total: 3, items: [] });
});

test("filters records by state and text, and lists the states", async () => {
  const { call, control } = await running();
  await call("POST", clustersPath, { body: cluster });
  await call("POST", clustersPath, { body: { ...cluster, name: "edge-2" } });
  await control("POST", "state/clusters/1/76/edge-2", { status: "Provisioned" });
  const all = (await control("GET", "objects/clusters")).body;
  expect(all).toMatchObject({ total: 2, states: ["Provisioned", "Provisioning"] });
  const provisioned = (await control("GET", "objects/clusters?status=Provisioned&find=EDGE")).body;
  expect(provisioned).toMatchObject({ total: 1, items: [{ id: "1/76/edge-2" }] });
  // The status of an edge app is a number.
  const apps = (await control("GET", "objects/apps?status=1")).body;
  expect(apps.items.length).toBeGreaterThan(0);
  expect(new Set(apps.items.map(({ record }: { record: { status: number } }) => record.status))).toEqual(new Set([1]));
});

test("treats filters and fields as text, not as a part of the query", async () => {
  const { control } = await running();
  const { total } = (await control("GET", "objects/ruleTemplates")).body;
  expect(total).toBeGreaterThan(0);
  expect((await control("GET", `objects/ruleTemplates?find=${encodeURIComponent("%_'")}`)).body.total).toBe(0);
  expect((await control("GET", `objects/ruleTemplates?sort=${encodeURIComponent(`x"') --`)}`)).body.total).toBe(total);
  expect((await control("GET", "objects/nothing")).status).toBe(404);
  expect((await control("GET", "objects/ruleTemplates?limit=0")).status).toBe(400);
});

test("counts records and tasks that run, with a number that grows with each change", async () => {
  const { call, control } = await running();
  const before = (await control("GET", "summary")).body;
  await call("POST", clustersPath, { body: cluster });
  const after = (await control("GET", "summary")).body;
  expect(after).toMatchObject({ active: before.active + 1, counts: { clusters: before.counts.clusters + 1 } });
  expect(after.revision).toBeGreaterThan(before.revision);
  expect((await control("GET", "summary")).body.revision).toBe(after.revision);
});
