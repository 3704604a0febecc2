import { endpoints } from "@cloudplatform/pulumi/api";
import { edge, pricing, storage } from "@cloudplatform/pulumi/lookups";
import { beforeEach, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const control = controlOf(emulator);
const arrived = () => until("the request arrived", () => emulator.platform.faults.list().length === 0 || undefined);
const requests = (endpoint?: string) => emulator.platform.requests.list({ endpoint });
beforeEach(() => {
  emulator.platform.requests.clear();
  emulator.platform.faults.clear();
});

describe("equal lookups", () => {
  test("share one request, concurrently and later", async () => {
    const client = clientOf(emulator);
    const many = await Promise.all(Array.from({ length: 20 }, () => edge.getApps({ limit: 2 }, { client })));
    await edge.getApps({ limit: 2 }, { client });
    expect(new Set(many.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(requests()).toHaveLength(1);
  });

  test("are equal however their arguments are written", async () => {
    const client = clientOf(emulator, { regionId: 76 });
    const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor" as const, resourceValue: 1 }];
    await pricing.getReservationPrice({ period: "MONTHS12", resources }, { client });
    await pricing.getReservationPrice({ resources, regionId: 76, hasWindows: false, period: "MONTHS12" }, { client });
    expect(requests()).toHaveLength(1);
  });

  test("are not equal when an argument differs, or the client", async () => {
    const client = clientOf(emulator);
    await edge.getApps({ limit: 2 }, { client });
    await edge.getApps({ limit: 2, all: true }, { client });
    await edge.getApps({ limit: 2, offset: 2 }, { client });
    await edge.getApps({ limit: 2 }, { client: clientOf(emulator) });
    expect(requests()).toHaveLength(1 + 4 + 1 + 1);
  });

  test("return a separate copy to each caller", async () => {
    const client = clientOf(emulator);
    const first = await edge.getApps({}, { client });
    first.apps.length = 0;
    expect((await edge.getApps({}, { client })).apps).toHaveLength(8);
  });

  test("send a request again with `fresh`", async () => {
    const client = clientOf(emulator);
    await edge.getApps({}, { client });
    await edge.getApps({}, { client, fresh: true });
    expect(requests()).toHaveLength(2);
  });

  test("do not share a failure", async () => {
    const client = clientOf(emulator);
    await control.fault({ name: "status", status: 400, endpoint: "apps.list", count: 1 });
    await expect(edge.getApps({}, { client })).rejects.toMatchObject({ status: 400 });
    expect((await edge.getApps({}, { client })).count).toBe(8);
  });
});

describe("an aborted lookup", () => {
  test("continues for the other callers", async () => {
    const client = clientOf(emulator);
    await control.fault({ name: "delay", ms: 600_000, endpoint: "apps.list", count: 1 });
    const giving = new AbortController();
    const given = edge.getApps({}, { client, signal: giving.signal });
    const kept = edge.getApps({}, { client });
    await arrived();
    giving.abort();
    await expect(given).rejects.toMatchObject({ code: "cancelled" });
    await control.clearFaults();
    expect((await kept).count).toBe(8);
    expect(requests()).toHaveLength(1);
  });

  test("is aborted when no caller waits for it, and is sent again by the next caller", async () => {
    const client = clientOf(emulator);
    await control.fault({ name: "delay", ms: 60_000, endpoint: "apps.list", count: 1 });
    const giving = new AbortController();
    const given = [1, 2].map(() => edge.getApps({}, { client, signal: giving.signal }));
    await arrived();
    giving.abort();
    for (const one of given) await expect(one).rejects.toMatchObject({ code: "cancelled" });
    expect((await edge.getApps({}, { client })).count).toBe(8);
  });

  test("is not sent when the signal is already aborted", async () => {
    const client = clientOf(emulator);
    await expect(edge.getApps({}, { client, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("a write", () => {
  test("is never cached, and invalidates earlier reads", async () => {
    const client = clientOf(emulator);
    await storage.getEvents({}, { client });
    const change = { reachingUsedTraffic: [{ bucketName: "a", bytes: 1 }] };
    await Promise.all([storage.upsertEvents(change, { client }), storage.upsertEvents(change, { client })]);
    expect(requests("storageEvents.upsert")).toHaveLength(2);
    expect((await storage.getEvents({}, { client })).reachingUsedTraffic).toMatchObject([{ bucketName: "a" }]);
    expect(requests(endpoints["storageEvents.list"].id)).toHaveLength(2);
  });
});
