import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { unrecorded } from "../helpers/unrecorded.ts";
import { listening, metal, metalOn } from "./metal.ts";

const always = { probability: 1, seed: 1 } as const;
const create = { endpoint: "reservations.create", ...always } as const;

/** Starts a platform whose next purchase fails with a fault. */
async function purchaseWith(
  fault: { name: "drop-before" | "drop-after" | "garbage" } | { name: "status"; status: number },
) {
  const all = await metalOn();
  all.faults.add({ ...create, ...fault, count: 1 });
  return all;
}

/** Returns the error message of a failed action. */
async function failed(action: Promise<void>): Promise<string> {
  return action.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: Error) => error.message,
  );
}

describe("a purchase whose response is lost", () => {
  test.each(["drop-after", "garbage"] as const)("finds what it has created and buys nothing more: %s", async (name) => {
    const { harness, calls, bought } = await purchaseWith({ name });
    await harness.up(metal);
    expect(calls("reservations.create")).toBe(1);
    expect(bought().map((one) => String(one.id))).toEqual([harness.state?.id]);
    expect(harness.state?.outputs).toMatchObject({ status: "CREATED", quote: { known: true } });
    expect(await harness.preview(metal)).toBe("same");
  });

  test("is not confused with an older identical reservation", async () => {
    const { harness, store, faults, bought } = await metalOn();
    const { store: elsewhere, harness: model } = await metalOn();
    await model.up(metal);
    // Bought outside this process, which would otherwise know its id.
    for (const other of elsewhere.reservations.all()) store.reservations.put(7, { ...other, id: 7 });
    faults.add({ ...create, name: "drop-after", count: 1 });
    await harness.up({ ...metal, allowDuplicate: true });
    expect(bought()).toHaveLength(2);
    expect(harness.state?.id).toBe("8");
  });

  test("refuses to guess if several reservations match", async () => {
    const { harness, store, again, calls, bought } = await purchaseWith({ name: "drop-after" });
    // Another client buys the same reservation at the same time.
    const put = store.reservations.put.bind(store.reservations);
    store.reservations.put = (id, record) => {
      store.reservations.put = put;
      put(id, record);
      put(Number(id) + 1, { ...record, id: Number(id) + 1 });
    };
    const message = await failed(harness.up(metal));
    expect(message).toContain("Several objects may be the result (1, 2)");
    expect(message).toContain("option import");
    const place = /record of the interrupted request, (\S+\.json)/.exec(message)?.[1] ?? "";
    expect(readFileSync(place, "utf8")).toContain("metal-2026");
    expect(await failed(again().up(metal))).toContain("(1, 2)");
    expect(calls("reservations.create")).toBe(1);
    expect(bought()).toHaveLength(2);
    expect(harness.state).toBeUndefined();
  });
});

describe("a purchase whose request is lost", () => {
  test.concurrent.each([{ name: "drop-before" }, { name: "status", status: 500 }] as const)(
    "stops, says what to look for, and no later up asks again before somebody says so: %j",
    async (fault) => {
      const { harness, again, calls, bought } = await purchaseWith(fault);
      const message = await failed(harness.up(metal));
      expect(message).toContain(
        'No reservation named "metal-2026" in region 76 was found within 3s (ambiguityTimeoutSeconds)',
      );
      expect(message).toContain("may still act on the request");
      expect(calls("reservations.create")).toBe(1);
      expect(bought()).toEqual([]);

      const lists = calls("reservations.list");
      for (let run = 0; run < 2; run++)
        expect(await failed(again().up(metal))).toContain(
          "That does not prove that nothing was bought, so nothing was sent",
        );
      expect(calls("reservations.list")).toBeGreaterThan(lists + 1);
      expect(calls("reservations.create")).toBe(1);
      const next = again();
      await next.up({ ...metal, allowDuplicate: true });
      expect(calls("reservations.create")).toBe(2);
      expect(bought().map((one) => String(one.id))).toEqual([next.state?.id]);
    },
    60_000,
  );

  test("is not sent again because the program allowed duplicates before", async () => {
    const { harness, again, calls } = await purchaseWith({ name: "drop-before" });
    const another = { ...metal, allowDuplicate: true };
    await failed(harness.up(another));
    const message = await failed(again().up(another));
    expect(message).toContain("That does not prove that nothing was bought, so nothing was sent");
    expect(message).toMatch(/remove the record \S+\.json\. Then run again/);
    expect(calls("reservations.create")).toBe(1);
  });

  test.concurrent("and processed later is found by the next up, which buys nothing", async () => {
    const { harness, again, calls, store, bought } = await purchaseWith({ name: "drop-before" });
    await failed(harness.up(metal));
    const { harness: model, store: elsewhere } = await metalOn();
    await model.up(metal);
    const late = elsewhere.reservations.all()[0];
    if (late === undefined) throw new Error("There is no model of a reservation.");
    store.reservations.put(5, { ...late, id: 5 });
    const next = again();
    await next.up(metal);
    expect(next.state?.id).toBe("5");
    expect(calls("reservations.create")).toBe(1);
    expect(bought()).toHaveLength(1);
  });

  test.concurrent("and processed later is not forgotten if the program has changed", async () => {
    const { harness, again, calls, store } = await purchaseWith({ name: "drop-before" });
    await failed(harness.up(metal));
    const { harness: model, store: elsewhere } = await metalOn();
    await model.up(metal);
    const late = elsewhere.reservations.all()[0];
    if (late === undefined) throw new Error("There is no model of a reservation.");
    store.reservations.put(5, { ...late, id: 5 });
    const message = await failed(again().up({ ...metal, name: "another" }));
    expect(message).toContain('reservation 5 "metal-2026" (CREATED) was created');
    expect(message).toContain('option import: "5"');
    expect(calls("reservations.create")).toBe(1);
  });

  test.concurrent("reports it if the search fails as well", async () => {
    const { harness, again, faults, calls } = await purchaseWith({ name: "drop-after" });
    await harness.check(metal);
    // Before the request, the provider reads the list once to take its mark.
    faults.add({ name: "status", endpoint: "reservations.list", status: 400, count: 9, ...always });
    expect(await failed(harness.up(metal))).toContain("400");
    expect(calls("reservations.create")).toBe(0);
    faults.clear();
    faults.add({ ...create, name: "drop-after", count: 1 });
    await again().up(metal);
    expect(calls("reservations.create")).toBe(1);
  });
});

describe("a purchase that is refused", () => {
  test("is certain: the next up requests it immediately", async () => {
    const { harness, again, calls } = await purchaseWith({ name: "status", status: 400 });
    expect(await failed(harness.up(metal))).toContain("400");
    const lists = calls("reservations.list");
    await again().up(metal);
    // As many reads as the first time, when there was nothing to search for.
    expect(calls("reservations.list")).toBe(2 * lists);
    expect(calls("reservations.create")).toBe(2);
  });
});

describe("a purchase of an existing reservation", () => {
  test("is refused at preview, with and without state and records, and names the alternatives", async () => {
    const { harness, again, calls } = await metalOn();
    await harness.up(metal);
    await harness.preview(metal);
    await harness.refresh();
    const { id } = harness.state ?? {};
    const { failures } = await again("lost").check(metal);
    expect(failures.map(({ property }) => property)).toEqual([""]);
    for (const word of [`reservation ${id} "metal-2026" (CREATED`, `import: "${id}"`, "allowDuplicate: true"])
      expect(failures[0]?.reason).toContain(word);
    expect(calls("reservations.create")).toBe(1);
  });

  test("is refused by up if the preview could not see it", async () => {
    const { harness, store, emulator, calls } = await metalOn();
    const { inputs } = await harness.check(metal);
    const { store: elsewhere, harness: model } = await metalOn();
    await model.up(metal);
    for (const other of elsewhere.reservations.all()) store.reservations.put(7, { ...other, id: 7 });
    const context = { ...listening(emulator), ...unrecorded() };
    const buying = reservationHandler.create(inputs as never, context);
    await expect(buying).rejects.toThrow("reservation 7 has the same name, region, period and resources");
    await expect(buying).rejects.toThrow("Nothing was bought");
    expect(calls("reservations.create")).toBe(0);
  });

  test.each([
    ["is wanted twice", {}, { allowDuplicate: true }],
    ["has another name", {}, { name: "metal-2027" }],
    ["has another period", {}, { period: "MONTHS36" }],
    ["is of another size", {}, { resources: [{ ...metal.resources[0], resourceValue: 3 }] }],
    ["was rejected", { status: "REJECTED" }, {}],
    ["has expired", { status: "expired" }, {}],
  ])("goes on where it %s", async (_, change, wanted) => {
    const { harness, again, calls, change: put } = await metalOn();
    await harness.up(metal);
    await harness.preview(metal);
    put(harness.state?.id, change);
    await again("lost").up({ ...metal, ...wanted });
    expect(calls("reservations.create")).toBe(2);
  });

  test("is named by its record if the process died right after the response", async () => {
    const { harness, again, calls } = await metalOn();
    await harness.up(metal);
    const message = await failed(again("lost").up(metal));
    expect(message).toContain(`an earlier run has created reservation ${harness.state?.id}`);
    expect(message).toContain(`import: "${harness.state?.id}"`);
    expect(calls("reservations.create")).toBe(1);
  });
});

test("a cancelled reservation can be bought again", async () => {
  const { harness, again, calls } = await metalOn();
  await harness.up(metal);
  await harness.destroy();
  await again("lost").up(metal);
  expect(calls("reservations.create")).toBe(2);
});

test("two equal reservations of one program are bought only if the second one allows duplicates", async () => {
  const { harness, beside, bought } = await metalOn();
  const second = beside();
  await harness.check(metal);
  expect((await second.check(metal)).failures[0]?.reason).toContain("as urn:pulumi:");
  await Promise.all([harness.up(metal), second.up({ ...metal, allowDuplicate: true })]);
  expect(new Set([harness.state?.id, second.state?.id]).size).toBe(2);
  expect(bought()).toHaveLength(2);
});

test("a purchase warns if the platform charges a price other than the quote", async () => {
  const { emulator, harness } = await metalOn();
  const { inputs } = await harness.check(metal);
  const context = listening(emulator);
  const quote = { ...(inputs.quote as object), total: "1.00" };
  await reservationHandler.create({ ...inputs, quote } as never, { ...context, ...unrecorded() });
  expect(context.warnings.join()).toMatch(/was quoted at 1\.00 EUR, and the platform has created it for \d+\.\d\d EUR/);
});
