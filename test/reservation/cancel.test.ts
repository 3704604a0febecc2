import { describe, expect, test } from "vitest";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { unrecorded } from "../helpers/unrecorded.ts";
import { until } from "../helpers/until.ts";
import { listening, metal, metalOn } from "./metal.ts";

async function bought(inputs: object = metal) {
  const all = await metalOn();
  await all.harness.up(inputs);
  const { id = "", outputs = {} } = all.harness.state ?? {};
  const context = listening(all.emulator);
  return {
    ...all,
    id,
    context,
    remove: () => reservationHandler.delete(id, outputs as never, { ...context, ...unrecorded() }),
  };
}

describe("deleting a reservation", () => {
  test("cancels it while it is CREATED, also with onDelete: abandon", async () => {
    for (const onDelete of [undefined, "abandon"]) {
      const { remove, store } = await bought({ ...metal, onDelete });
      await remove();
      expect(store.reservations.all()).toEqual([]);
    }
  });

  test("succeeds if it no longer exists", async () => {
    const { remove, store, id } = await bought();
    store.reservations.delete(id);
    await remove();
  });

  test("succeeds if the response is lost", async () => {
    const { remove, faults, store } = await bought();
    faults.add({ name: "drop-after", endpoint: "reservations.delete", count: 1, probability: 1, seed: 1 });
    await remove();
    expect(store.reservations.all()).toEqual([]);
  });

  test.each(["APPROVED", "RESERVED", "WAITING_FOR_PAYMENT", "ACTIVATED", "COPIED"])(
    "fails with its end date and the cost still owed if it is %s",
    async (status) => {
      const { remove, change, store, calls, id } = await bought();
      change(id, { status });
      const { active_to: end, amount_prices: prices } = store.reservations.get(id) ?? {};
      await expect(remove()).rejects.toThrow(
        expect.objectContaining({ message: expect.stringContaining(`is ${status}, and only one that is CREATED`) }),
      );
      await expect(remove()).rejects.toThrow(`runs to ${end} and still costs`);
      await expect(remove()).rejects.toThrow(`${prices?.commit_price_total} EUR`);
      await expect(remove()).rejects.toThrow('onDelete: "abandon"');
      expect(calls("reservations.delete")).toBe(0);
      expect(store.reservations.get(id)).toBeDefined();
    },
  );

  test("removes it from the stack with a warning with onDelete: abandon", async () => {
    const { remove, change, context, store, id } = await bought({ ...metal, onDelete: "abandon" });
    change(id, { status: "ACTIVATED" });
    await remove();
    expect(context.warnings.join()).toContain("leaves the stack only");
    expect(context.warnings.join()).toContain("still costs");
    expect(store.reservations.get(id)).toBeDefined();
  });

  test("that is approved between the read and the request fails with the same message", async () => {
    const { remove, change, faults, id } = await bought();
    faults.add({ name: "delay", endpoint: "reservations.delete", ms: 600_000, count: 1, probability: 1, seed: 1 });
    const removing = remove();
    removing.catch(() => undefined);
    // A spent fault is removed.
    await until("the request is there", () => (faults.list().length === 0 ? true : undefined));
    change(id, { status: "APPROVED" });
    faults.removeAll();
    await expect(removing).rejects.toThrow("is APPROVED, and only one that is CREATED");
  });

  test.each([400, 403, 422])("reports a refusal with %i while it is still CREATED", async (status) => {
    const { remove, faults, store } = await bought({ ...metal, onDelete: "abandon" });
    faults.add({ name: "status", endpoint: "reservations.delete", status, probability: 1, seed: 1 });
    await expect(remove()).rejects.toThrow(String(status));
    expect(store.reservations.all()).toHaveLength(1);
  });

  test.each(["REJECTED", "EXPIRED"])(
    "removes one that is %s from the stack, because nothing is owed",
    async (status) => {
      const { remove, change, context, id } = await bought();
      change(id, { status });
      await remove();
      expect(context.warnings.join()).toContain("Nothing is owed");
    },
  );
});

test("replacing one that can no longer be cancelled stops before a purchase", async () => {
  const { harness, change, calls, id } = await bought({ ...metal, allowReplacement: true });
  change(id, { status: "ACTIVATED" });
  await expect(harness.up({ ...metal, allowReplacement: true, period: "MONTHS36" })).rejects.toThrow("is ACTIVATED");
  expect(calls("reservations.create")).toBe(1);
  expect(harness.state?.id).toBe(id);
});

test("the cost still owed falls with the remaining months", async () => {
  const { owedText } = await import("../../provider/resources/reservation/cancel.ts");
  const live = {
    ...{ id: 1, name: "metal", regionId: 76, status: "ACTIVATED", activeTo: "2027-06-15" },
    ...{ activityPeriod: "month", activityPeriodLength: 12 },
    amountPrices: { commitPricePerMonth: "100.10", commitPriceTotal: "1201.20", currencyCode: "EUR" as const },
  };
  expect(owedText(live, Date.parse("2027-03-20"))).toBe(
    "It runs to 2027-06-15 and still costs up to 300.30 EUR (3 months of 100.10 EUR).",
  );
  expect(owedText(live, Date.parse("2026-06-15"))).toContain("1201.20 EUR");
  expect(owedText(live, Date.parse("2027-07-01"))).toContain("0.00 EUR (0 months");
  expect(owedText({ ...live, activeTo: null }, 0)).toBe("Its end is not known; what it still costs is not known.");
});
