import { describe, expect, test } from "vitest";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { listening, metal, metalOn } from "./metal.ts";

type Stored = Record<string, unknown> & { resources: Record<string, unknown>[] };

/** Creates a reservation, changes its record outside the provider, and refreshes it. */
async function after(change: (record: Stored) => object) {
  const { harness, store, change: put, again } = await metalOn();
  await harness.up(metal);
  put(harness.state?.id, change(store.reservations.get(String(harness.state?.id)) as unknown as Stored));
  const later = again();
  await later.refresh();
  return later;
}

describe("a response that spells a reservation differently is not drift", () => {
  const resources = (change: object) => (record: Stored) => ({
    resources: record.resources.map((each) => ({ ...each, ...change })),
  });
  test.each<[string, (record: Stored) => object]>([
    ["resources without the suffix", resources({ resource_name: "bm1-hf-medium" })],
    ["resources with a suffix of another kind", resources({ resource_name: "bm1-hf-medium_hour" })],
    ["resources without a type", resources({ resource_type: null })],
    ["no count", resources({ resource_count: null })],
    ["prices as numbers", resources({ unit_size_month: 744, commit_price_total: 8928 })],
    ["the length in years", () => ({ activity_period: "year", activity_period_length: 1 })],
    ["the length in capitals", () => ({ activity_period: "MONTH" })],
    ["the length in another unit", () => ({ activity_period: "week", activity_period_length: 52 })],
    ["the length 0", () => ({ activity_period_length: 0 })],
    ["no length", () => ({ activity_period: null, activity_period_length: null })],
    ["no resources", () => ({ resources: null })],
    ["no prices", () => ({ amount_prices: null })],
    ["another status", () => ({ status: "ACTIVATED", user_status: "ACTIVATED", next_statuses: null })],
    ["fields of tomorrow", () => ({ tomorrow: { deep: [1] } })],
  ])("%s", async (_, change) => {
    const harness = await after(change);
    expect(await harness.preview(metal)).toBe("same");
  });
});

describe("a change that somebody made on the platform", () => {
  test.each<[string, (record: Stored) => object, string]>([
    ["name", () => ({ name: "renamed" }), "name"],
    ["length", () => ({ activity_period_length: 36 }), "period"],
    ["count", (record) => ({ resources: [{ ...record.resources[0], resource_count: 5 }] }), "resources"],
    ["flavor", (record) => ({ resources: [{ ...record.resources[0], resource_name: "bm2_min" }] }), "resources"],
  ])("is seen: %s", async (_, change, property) => {
    const harness = await after(change);
    expect((await harness.check(metal)).failures[0]?.property).toBe(property);
  });
});

test("a new status is an output, not an update", async () => {
  const harness = await after(() => ({ status: "ACTIVATED", user_status: "ACTIVE", next_statuses: ["EXPIRED"] }));
  expect(harness.state?.outputs).toMatchObject({
    status: "ACTIVATED",
    userStatus: "ACTIVE",
    nextStatuses: ["EXPIRED"],
  });
  expect(await harness.preview(metal)).toBe("same");
});

test("outputs show the record", async () => {
  const { harness } = await metalOn();
  await harness.up(metal);
  expect(harness.state?.outputs).toMatchObject({
    ...metal,
    hasWindows: false,
    reservationId: Number(harness.state?.id),
    status: "CREATED",
    userStatus: "CREATED",
    nextStatuses: ["APPROVED", "REJECTED"],
    activityPeriod: "month",
    activityPeriodLength: 12,
    amountPrices: { currencyCode: "EUR", commitPriceTotal: expect.any(String) },
    reservedResources: [{ resourceName: "bm1-hf-medium_min", resourceCount: 2 }],
    activeFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    activeTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test("an undeclared reservation is read into the inputs that would request it", async () => {
  const { harness, emulator } = await metalOn();
  await harness.up(metal);
  const found = await reservationHandler.read(String(harness.state?.id), {} as never, listening(emulator));
  expect(found?.inputs).toEqual({ ...metal, hasWindows: false });
});

test("a missing reservation is removed from state, with a warning that the next up would buy it again", async () => {
  const { harness, store, again, emulator } = await metalOn();
  await harness.up(metal);
  const context = listening(emulator);
  const { id, outputs } = harness.state ?? { id: "", outputs: {} };
  store.reservations.delete(id);
  expect(await reservationHandler.read(id, metal as never, context, outputs)).toBeUndefined();
  expect(context.warnings.join()).toContain("buys it again");
  const later = again();
  expect(await later.refresh()).toBe(false);
});

describe("a rejected or expired reservation", () => {
  test.each([
    ["rejected", { status: "REJECTED", error: "No stock." }, ["was rejected", "No stock.", "nothing is owed"]],
    ["expired", { status: "EXPIRED", active_to: "2026-01-31" }, ["has expired", "2026-01-31"]],
    ["failed", { status: "APPROVED", error: "Payment bounced." }, ["has failed", "Payment bounced."]],
    ["failed in its user status", { status: "RESERVED", user_status: "FAILED" }, ["has failed"]],
  ])("is reported on refresh and kept: %s", async (_, change, words) => {
    const { harness, change: put, emulator } = await metalOn();
    await harness.up(metal);
    const { id } = harness.state ?? { id: "" };
    put(id, change);
    const context = listening(emulator);
    expect(await reservationHandler.read(id, metal as never, context)).toMatchObject({ id });
    for (const word of words) expect(context.warnings.join()).toContain(word);
  });
});
