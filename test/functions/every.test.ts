import { endpoints } from "@cloudplatform/pulumi/api";
import {
  cdn,
  edge,
  gpu,
  kubernetes,
  pricing,
  quotas,
  reservations,
  storage,
  streaming,
} from "@cloudplatform/pulumi/lookups";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const started = emulator.platform.clock.toIso();
const client = clientOf(emulator);
const settled = clientOf(emulator, { projectId: 1, regionId: 76, clientId: 5 });
const servers = { projectId: 1, regionId: 76, clusterId: "1aaaab48-10d0-46d9-80cc-85209284ceb4" };
const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor" as const, resourceValue: 1 }];

beforeAll(async () => {
  const params = { projectId: 1, regionId: 76 };
  const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
  const body = { name: "edge-1", keypair: "ops", version: "v1.31.9", pools };
  await client.call(endpoints["clusters.create"], { params, body });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });
  for (const name of ["one", "two"])
    await client.call(endpoints["reservations.create"], {
      body: {
        name,
        regionId: 76,
        period: "MONTHS12",
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
      },
    });
});
beforeEach(() => emulator.platform.requests.clear());

/** Returns the requests since the test began, with their query. */
const asked = () =>
  emulator.platform.requests.list({}).map(({ method, path, query }) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path}${text === "" ? "" : `?${text}`}`;
  });

describe("streams", () => {
  test("include the details of broadcasts on request", async () => {
    const plain = await streaming.getStreams({}, { client });
    const detailed = await streaming.getStreams({ page: 1, withBroadcasts: true }, { client });
    expect(plain.length).toBe(8);
    expect(plain[0]).not.toHaveProperty("broadcasts");
    expect(detailed[0]).toHaveProperty("broadcasts");
    expect(detailed.filter((stream) => stream.live === true).map((stream) => stream.name)).toContain("Studio A");
    expect(asked()).toContain("GET /streaming/streams?page=1&with_broadcasts=1");
  });
});

describe("prices", () => {
  test("of instances are those of names or of name templates", async () => {
    const asking = {
      flavor: "g1-standard-2-4",
      interfaces: [{ type: "external" as const }],
      volumes: [{ source: "new-volume" as const, size: 50, typeName: "standard" as const }],
    };
    const one = await pricing.getInstancePrice({ ...asking, names: ["web-1"] }, { client: settled });
    const two = await pricing.getInstancePrice({ ...asking, nameTemplates: ["a", "b"] }, { client: settled });
    expect(one).toMatchObject({ priceStatus: "show", currencyCode: "EUR", vmCount: 1, discountPercent: "5.00" });
    expect(one.perMonth.volumes).toEqual({ standard: 4 });
    expect(two.totalPricePerMonth).toBeCloseTo(2 * Number(one.totalPricePerMonth), 1);
  });

  test("of a reservation keep every digit, and their status is read in any case", async () => {
    const price = await pricing.getReservationPrice({ regionId: 80, period: "MONTHS36", resources }, { client });
    expect(price.priceStatus).toBe("show");
    expect(price.amountPrices?.commitPricePerUnit).toMatch(/^\d+\.\d{6}$/);
    expect(price.resources?.[0]?.unitSizeMonth).toBe("744");
    expect(price).toMatchObject({ activityPeriod: "month", activityPeriodLength: 36 });
  });

  test("of logging report an unknown price", async () => {
    expect(await pricing.getLoggingPrice({}, { client: settled })).toMatchObject({ priceStatus: "show" });
    expect(await pricing.getLoggingPrice({ regionId: 99 }, { client })).toMatchObject({ priceStatus: "error" });
    expect(await pricing.getLoggingPrice({ regionId: 88 }, { client })).toMatchObject({ priceStatus: "hide" });
  });
});

describe("edge apps", () => {
  test("are filtered, ordered and paged by the platform", async () => {
    const { apps, count } = await edge.getApps({ status: 1, ordering: "-name", limit: 2 }, { client });
    expect(count).toBe(3);
    expect(apps.map((app) => app.name)).toEqual(["thumbnails", "image-resizer"]);
    expect(asked()).toEqual(["GET /edgeapp/v1/apps?status=1&limit=2&ordering=-name"]);
  });

  test("are all returned with all: true, in pages of the given size", async () => {
    const { apps, count } = await edge.getApps({ limit: 3, all: true, ordering: "id" }, { client });
    expect(apps.map((app) => app.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(count).toBe(8);
    expect(asked()).toHaveLength(3);
  });

  test("show their logs with count and offset", async () => {
    const from = "2020-01-01T00:00:00Z";
    const to = started;
    const { logs, totalCount, offset } = await edge.getAppLogs(
      { id: 2, from, to, sort: "asc", limit: 3, offset: 2 },
      { client },
    );
    expect([logs.length, totalCount, offset]).toEqual([3, 8, 2]);
    const all = await edge.getAppLogs({ id: 2, from, to, sort: "asc", limit: 3, all: true }, { client });
    expect(all.logs.map((log) => log.id).slice(2, 5)).toEqual(logs.map((log) => log.id));
    expect(new Set(all.logs.map((log) => log.id)).size).toBe(8);
    const found = await edge.getAppLogs({ id: 2, from, search: "bad token" }, { client });
    expect(found.logs.length).toBeGreaterThan(0);
    expect(found.logs.every((log) => log.log?.includes("bad token"))).toBe(true);
  });

  test("have secrets without values, and templates with their parameters", async () => {
    const secret = await edge.getSecret({ id: 1 }, { client });
    expect(secret).toMatchObject({ id: 1, name: "signing-token", appCount: 1 });
    expect(secret.secretSlots?.[0]?.checksum).toMatch(/^[0-9a-f]{64}$/);
    const template = await edge.getAppTemplate({ id: 1 }, { client });
    expect(template).toMatchObject({ id: 1, binaryId: 42, params: [{ name: "greeting", dataType: "string" }] });
  });
});

describe("GPU servers", () => {
  test("are ten by default, and all in one request on demand", async () => {
    const page = await gpu.getServers(servers, { client });
    expect([page.results.length, page.count]).toEqual([10, 12]);
    const all = await gpu.getServers({ ...servers, all: true }, { client });
    expect([all.results.length, all.count]).toEqual([12, 12]);
    const path = `GET /cloud/v3/gpu/baremetal/1/76/clusters/${servers.clusterId}/servers`;
    expect(asked()).toEqual([path, `${path}?limit=1000`]);
  });
});

describe("storage events", () => {
  test("are read by an empty upsert, which sends no body and changes nothing", async () => {
    const before = await storage.getEvents({}, { client });
    expect(await storage.upsertEvents({}, { client })).toEqual(before);
    expect(before.reachingUsedRequests).toEqual([]);
    expect(emulator.platform.requests.list({ method: "POST" })).toMatchObject([{ requestBytes: 0 }]);
  });

  test("replace those of their kind, keep every digit, and are returned by the next read", async () => {
    const { reachingFilesQuantity } = await storage.getEvents({}, { client });
    const bytes = 18_446_744_073_709_551_615n;
    const after = await storage.upsertEvents({ reachingUsedSpace: [{ bucketName: "films", bytes }] }, { client });
    expect(after.reachingUsedSpace).toMatchObject([{ bucketName: "films", bytes: "18446744073709551615" }]);
    expect(after.reachingFilesQuantity).toEqual(reachingFilesQuantity);
    expect(await storage.getEvents({}, { client })).toEqual(after);
  });
});

describe("quotas", () => {
  test("come with the threshold of the client in the settings", async () => {
    const { threshold, lastMessage, clientId } = await quotas.getNotificationThreshold({}, { client: settled });
    expect([threshold, clientId]).toEqual([80, 5]);
    expect(lastMessage?.globalQuotas?.projectCountUsage).toEqual({ limit: 10, usage: 3 });
    expect(lastMessage?.regionalQuotas?.[0]?.regionName).toBe("Luxembourg-2");
  });

  test("are listed by usage, highest first", async () => {
    const usages = quotas.quotaUsages(await quotas.getNotificationThreshold({ clientId: 5 }, { client }));
    expect(usages[0]).toMatchObject({ name: "floatingCount", regionId: 76, usage: 9, limit: 10, percent: 90 });
    expect(usages.find((one) => one.name === "projectCount")).toMatchObject({ regionId: undefined, percent: 30 });
    expect(quotas.quotaUsages({ lastMessage: null })).toEqual([]);
  });
});

describe("an existing object", () => {
  test("is found as cluster, with its versions and its kubeconfig", async () => {
    const cluster = await kubernetes.getCluster({ name: "edge-1" }, { client: settled });
    expect(cluster).toMatchObject({ name: "edge-1", status: "Provisioned", version: "v1.31.9" });
    expect(cluster.pools[0]).toMatchObject({ name: "metal", flavorId: "bm1-basic-small", nodeCount: 1 });
    expect(await kubernetes.getClusters({ projectId: 1, regionId: 76 }, { client })).toMatchObject({ count: 1 });
    const { results } = await kubernetes.getVersions({}, { client: settled });
    expect(results.map((one) => one.version)).toContain("v1.31.9");
    const upgrades = await kubernetes.getVersions({ name: "edge-1" }, { client: settled });
    expect(upgrades.results.map((one) => one.version)).not.toContain("v1.26.1");
    expect((await kubernetes.getKubeconfig({ name: "edge-1" }, { client: settled })).config).toContain("kind: Config");
  });

  test("is found as reservation, whole or page by page", async () => {
    const { results, count } = await reservations.getReservations({}, { client });
    expect([results.map((one) => one.name), count]).toEqual([["two", "one"], 2]);
    expect((await reservations.getReservations({ limit: 1 }, { client })).results).toHaveLength(1);
    expect(await reservations.getReservation({ id: results[0]?.id ?? 0 }, { client })).toMatchObject({ name: "two" });
  });

  test("is found as rule template, with options under the platform's own names", async () => {
    expect((await cdn.getRuleTemplates({}, { client })).map((one) => one.id)).toEqual([1, 2, 77]);
    expect(await cdn.getRuleTemplates({ limit: 1, offset: 1 }, { client })).toMatchObject([{ id: 2 }]);
    const template = await cdn.getRuleTemplate({ id: 1 }, { client });
    expect(template.options?.browser_cache_settings).toEqual({ enabled: true, value: "86400s" });
  });
});

describe("what an argument names", () => {
  test("is found as a flavor of nodes, with its price on request", async () => {
    const { results, count } = await kubernetes.getFlavors({}, { client: settled });
    expect(count).toBe(results.length);
    const flavor = results.find((one) => one.flavorId === "g1-standard-2-4");
    expect(flavor).toMatchObject({ vcpus: 2, ram: 4096, resourceClass: "virtual", disabled: false });
    expect(flavor).not.toHaveProperty("pricePerHour");
    const query = { excludeGpu: true, includePrices: true };
    const priced = await kubernetes.getFlavors(query, { client: settled });
    expect(priced.results.find((one) => one.flavorId === "g1-standard-2-4")).toMatchObject({ pricePerHour: 0.057 });
    expect(priced.results.length).toBeLessThan(results.length);
    expect((await kubernetes.getFlavors({ limit: 2, offset: 1 }, { client: settled })).results).toHaveLength(2);
  });

  test("is found as a flavor that can be reserved, and it has a price", async () => {
    const { results } = await reservations.getReservationFlavors({}, { client: settled });
    const flavor = results.find((one) => one.flavorId === "bm1-hf-medium");
    expect(flavor).toMatchObject({ activityPeriod: "month", activityPeriodLength: [12, 36] });
    expect(results.map((one) => one.flavorId)).not.toContain("g1-standard-2-4");
    const named = results.map((one) => ({
      ...resources[0],
      resourceType: "flavor" as const,
      resourceName: one.flavorId,
    }));
    for (const { resourceName } of named) {
      const asked = { regionId: 76, period: "MONTHS12" as const, resources: [{ ...resources[0], resourceName }] };
      expect((await pricing.getReservationPrice(asked as never, { client })).priceStatus, resourceName).not.toBe(
        "error",
      );
    }
  });

  test("is found as a GPU cluster, whose id lists its servers", async () => {
    const { results } = await gpu.getGpuClusters({}, { client: settled });
    expect(results).toContainEqual(expect.objectContaining({ id: servers.clusterId, name: "train", status: "active" }));
    for (const { id, serversCount } of results)
      expect((await gpu.getServers({ clusterId: id }, { client: settled })).count).toBe(serversCount);
    expect((await gpu.getGpuClusters({ regionId: 80 }, { client: settled })).results).toEqual([]);
  });

  test("is shown with the client of the key: its plan, and the networks that run apps", async () => {
    const { plan, appCount, networks } = await edge.getAccount({}, { client });
    expect([plan, appCount]).toEqual(["free", (await edge.getApps({}, { client })).count]);
    expect(networks?.filter((one) => one.isDefault === true)).toHaveLength(1);
  });

  test("is found as a secret and as an app template, which are then read by their ids", async () => {
    const { secrets } = await edge.getSecrets({}, { client });
    expect(secrets.length).toBeGreaterThan(0);
    for (const { id, name } of secrets)
      expect(await edge.getSecret({ id: id ?? 0 }, { client })).toMatchObject({ id, name });
    const { templates, count } = await edge.getAppTemplates({}, { client });
    expect(count).toBe(templates.length);
    for (const { id, name } of templates)
      expect(await edge.getAppTemplate({ id }, { client })).toMatchObject({ id, name });
    const mine = await edge.getAppTemplates({ onlyMine: true }, { client });
    expect(templates).toEqual(expect.arrayContaining(mine.templates));
  });
});

test("a missing object is an error with the platform's status", async () => {
  const missing: Promise<unknown>[] = [
    edge.getSecret({ id: 4711 }, { client }),
    edge.getAppTemplate({ id: 4711 }, { client }),
    reservations.getReservation({ id: 4711 }, { client }),
    cdn.getRuleTemplate({ id: 4711 }, { client }),
    kubernetes.getCluster({ name: "none" }, { client: settled }),
  ];
  const error = { status: "rejected", reason: expect.objectContaining({ code: "response", status: 404 }) };
  expect(await Promise.allSettled(missing)).toEqual(missing.map(() => error));
});
