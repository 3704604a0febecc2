import { endpoints } from "@cloudplatform/pulumi/api";
import type { ClusterPriceRequest } from "@cloudplatform/pulumi/cluster-price";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformPrices } from "../../policies/money/platform-prices.ts";
import { startAnalyzer } from "../helpers/analyzer.ts";
import { controlOf } from "../helpers/control.ts";
import { cluster, pool } from "../helpers/declared.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const control = controlOf(emulator);
beforeEach(() => control.clearFaults());
beforeEach(() => control.clearRequests());

const settings = { baseUrl: emulator.url, apiKey: "local" };
const edge = { urn: "urn:edge", platform: settings };

function request(changes: Partial<ClusterPriceRequest["pools"][number]> = {}): ClusterPriceRequest {
  const general = { flavorId: "g1-standard-2-4", nodeCount: 3, bootVolumeSize: 50, bootVolumeType: "ssd_hiiops" };
  return { projectId: 1, regionId: 76, pools: [{ ...general, isPublicIpv4: false, ...changes }] };
}

async function priceOf(one: ClusterPriceRequest, platform: object = settings) {
  const prices = await new PlatformPrices().of([{ cluster: { urn: "urn:edge", platform }, request: one }]);
  return prices.get(one);
}

const priceRequests = async () => (await control.requests()).filter((line) => line.includes("/pricing/"));

test("the platform's preview gives the price of a cluster, in one request", async () => {
  const params = { projectId: 1, regionId: 76 };
  const { pools } = request();
  const body = {
    pools: pools.map((one) => ({
      flavorId: one.flavorId,
      nodeCount: one.nodeCount,
      bootVolumeSize: 50,
      bootVolumeType: "ssd_hiiops" as const,
    })),
  };
  const shown = await clientOf(emulator).call(endpoints["prices.cluster"], { params, body });
  await control.clearRequests();
  expect(await priceOf(request())).toEqual({
    known: true,
    perMonth: shown.totalPrice?.pricePerMonth,
    currency: "EUR",
  });
  expect(await priceRequests()).toEqual(["POST /cloud/v2/pricing/1/76/k8s/clusters"]);
});

test("equal clusters are one request, in one evaluation and in the next", async () => {
  const prices = new PlatformPrices();
  const wanted = [request(), request(), request({ nodeCount: 4 })].map((one, index) => ({
    cluster: { urn: `urn:${index}`, platform: settings },
    request: one,
  }));
  await prices.of(wanted);
  await prices.of([...wanted].reverse());
  expect(await priceRequests()).toHaveLength(2);
});

test("a cluster of the state before the change is priced by the provider of the same cluster now", async () => {
  const prices = await new PlatformPrices().of([
    { cluster: edge, request: request() },
    { cluster: { urn: "urn:edge" }, request: request({ nodeCount: 2 }) },
    { cluster: { urn: "urn:deleted" }, request: request({ nodeCount: 1 }) },
  ]);
  for (const nodeCount of [1, 2, 3]) expect(prices.get(request({ nodeCount }))).toMatchObject({ known: true });
});

describe("a platform without the preview of clusters", () => {
  test.each([404, 405, 501])(
    "that responds with %i returns the prices of its instances, VAT included",
    async (status) => {
      const whole = await priceOf(request());
      await control.fault({ name: "status", endpoint: "prices.cluster", status });
      const sum = await priceOf(request());
      expect(sum).toMatchObject({ known: true, currency: "EUR", vat: "included" });
      if (whole?.known === true && sum?.known === true) expect(sum.perMonth).toBeCloseTo(whole.perMonth, 0);
    },
  );

  test("adds up its pools, and returns no price if one of them has none", async () => {
    await control.fault({ name: "status", endpoint: "prices.cluster", status: 404 });
    const [general] = request().pools;
    if (general === undefined) throw new Error("There is no pool.");
    const two = await priceOf({ ...request(), pools: [general, { ...general, nodeCount: 1 }] });
    const one = await priceOf(request({ nodeCount: 4 }));
    if (two?.known !== true || one?.known !== true) throw new Error(JSON.stringify({ one, two }));
    expect(two.perMonth).toBeCloseTo(one.perMonth, 1);
    const odd = { ...request(), pools: [general, { ...general, flavorId: "g9-nobody-knows" }] };
    expect(await priceOf(odd)).toEqual({
      known: false,
      reason: "the platform could not give it (price_status error)",
    });
  });
});

describe("an unknown price has a reason", () => {
  test("when a part of it has none", async () => {
    expect(await priceOf(request({ flavorId: "g9-nobody-knows" }))).toEqual({
      known: false,
      reason: "the platform could not give it (price_status error)",
    });
  });

  test("when the platform has no such volume", async () => {
    expect(await priceOf(request({ bootVolumeType: "tape" }))).toEqual({
      known: false,
      reason: 'the platform has no volume type "tape"',
    });
    expect(await priceRequests()).toEqual([]);
  });

  test("when the platform fails", async () => {
    await control.fault({ name: "status", endpoint: "prices.cluster", status: 500 });
    expect(await priceOf(request())).toMatchObject({ known: false, reason: expect.stringContaining("500") });
  });

  test("when the key is not accepted, without showing it", async () => {
    const price = await priceOf(request(), { ...settings, apiKey: "a-key-that-stays-secret" });
    expect(price).toMatchObject({ known: false, reason: expect.stringContaining("Check the API key") });
    expect(JSON.stringify(price)).not.toContain("a-key-that-stays-secret");
  });

  test("when the platform does not answer in time, once for all clusters", async () => {
    await control.fault({ name: "delay", endpoint: "prices.cluster", ms: 60_000, count: 3 });
    const prices = new PlatformPrices();
    const wanted = [1, 2, 3].map((nodeCount) => ({ cluster: edge, request: request({ nodeCount }) }));
    const asked = prices.of(wanted);
    await until("the prices are asked for", () => emulator.platform.faults.list().length === 0 || undefined);
    time.advance(5_000);
    const found = await asked;
    for (const one of wanted)
      expect(found.get(one.request)).toEqual({
        known: false,
        reason: "the platform gave no price within 5 s",
      });
    await control.clearFaults();
  });

  test("when there is no platform: no setting, or a placeholder", async () => {
    expect(await priceOf(request(), { baseUrl: "https://platform.invalid", apiKey: "x" })).toEqual({
      known: false,
      reason: "https://platform.invalid is a placeholder for a platform",
    });
    expect(await priceOf(request(), { baseUrl: "http://platform.example" })).toMatchObject({ known: false });
    expect(await priceRequests()).toEqual([]);
  });
});

describe("the pack, in the analyzer process", async () => {
  const analyzer = await startAnalyzer();
  afterAll(() => analyzer.close());
  const resources = [cluster({}, { provider: settings }), cluster({ name: "b" }, { name: "b", provider: settings })];
  const budget = { amount: 1, currency: "EUR" };

  test("requests no price without a budget", async () => {
    await analyzer.configure({});
    expect(await analyzer.analyzeStack(resources)).toEqual(expect.any(Array));
    expect(await priceRequests()).toEqual([]);
  });

  test("asks once for equal clusters, and adds up what the platform gives", async () => {
    await analyzer.configure({ "monthly-budget": { budget } });
    const price = await priceOf(request());
    await control.clearRequests();
    const [found] = (await analyzer.analyzeStack(resources)).filter((one) => one.policy === "monthly-budget");
    if (price?.known !== true) throw new Error("There is no price.");
    expect(found?.message).toContain(
      `the stack costs ${(2 * price.perMonth).toFixed(2)} EUR a month; the budget is 1.00 EUR (VAT not stated)`,
    );
    await analyzer.analyzeStack(resources);
    expect(await priceRequests()).toEqual(["POST /cloud/v2/pricing/1/76/k8s/clusters"]);
  });

  test("falls back to the configured prices", async () => {
    const flavorId = "g9-nobody-knows";
    const prices = { currency: "EUR", nodes: { [flavorId]: 10 }, bootVolumeGib: { ssd_hiiops: 0 }, vat: "excluded" };
    await analyzer.configure({ "monthly-budget": { budget, prices } });
    const unknown = cluster({ pools: [pool({ flavorId })] }, { provider: settings });
    const found = (await analyzer.analyzeStack([unknown])).filter((one) => one.policy === "monthly-budget");
    expect(found.map((one) => one.message).join()).toContain(
      "the stack costs 30.00 EUR a month; the budget is 1.00 EUR (VAT not included)",
    );
  });
});
