import { describe, expect, test } from "vitest";
import { time } from "../helpers/time.ts";
import { until } from "../helpers/until.ts";
import { metal, metalOn } from "./metal.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

async function failures(inputs: object, settings: Record<string, string> = {}) {
  const { harness } = await metalOn(settings);
  return (await harness.check(inputs)).failures;
}

describe("a reservation with a value out of its bounds", () => {
  const resource = metal.resources[0];
  test.each([
    ["an empty name", { name: "" }, "name", "at least 1"],
    ["no name", { name: undefined }, "name", "is required"],
    ["a period of its own", { period: "MONTHS24" }, "period", "MONTHS12"],
    ["no period", { period: undefined }, "period", "is required"],
    ["no region", { regionId: undefined }, "regionId", "is required"],
    ["region 0", { regionId: 0 }, "regionId", "at least 1"],
    ["no resources", { resources: [] }, "resources", "at least 1"],
    ["value 0", { resources: [{ ...resource, resourceValue: 0 }] }, "resources[0].resourceValue", "from 1 to 100"],
    ["value 101", { resources: [{ ...resource, resourceValue: 101 }] }, "resources[0].resourceValue", "from 1 to 100"],
    [
      "half a server",
      { resources: [{ ...resource, resourceValue: 1.5 }] },
      "resources[0].resourceValue",
      "whole number",
    ],
    ["another type", { resources: [{ ...resource, resourceType: "volume" }] }, "resources[0].resourceType", "flavor"],
    [
      "a nameless resource",
      { resources: [{ ...resource, resourceName: "" }] },
      "resources[0].resourceName",
      "at least 1",
    ],
    ["Windows as text", { hasWindows: "yes" }, "hasWindows", "true or false"],
    ["an onDelete of its own", { onDelete: "cancel" }, "onDelete", "abandon"],
    ["a confirmation in words", { confirmCommitment: "a lot" }, "confirmCommitment", '"12000.00 EUR"'],
    ["replacement as text", { allowReplacement: "yes" }, "allowReplacement", "true or false"],
    ["a misspelt field", { periode: "MONTHS12" }, "periode", "did you mean period?"],
    ["a quote of its own", { quote: { known: true } }, "quote", "is not known here"],
  ])("fails its check: %s", async (_, change, property, words) => {
    const found = await failures({ ...metal, ...change });
    expect(found.map((failure) => failure.property)).toEqual([property]);
    expect(found[0]?.reason).toContain(words);
  });

  test("passes at the edges of its bounds", async () => {
    for (const resourceValue of [1, 100])
      expect(await failures({ ...metal, resources: [{ ...resource, resourceValue }] })).toEqual([]);
  });

  test("takes its region from the settings", async () => {
    const { regionId: _, ...rest } = metal;
    const { harness } = await metalOn({ "cloudplatform:regionId": "80" });
    expect((await harness.check(rest)).inputs.regionId).toBe(80);
  });
});

describe("the quote", () => {
  test("is added to the inputs at preview", async () => {
    const { harness, calls } = await metalOn();
    const { quote } = (await harness.check(metal)).inputs;
    expect(quote).toMatchObject({
      known: true,
      total: expect.stringMatching(/^\d+\.\d\d$/),
      perMonth: expect.stringMatching(/^\d+\.\d\d$/),
      currency: "EUR",
      priceStatus: "show",
    });
    // A timestamp would make the inputs differ at each check, and violate every update plan.
    expect((await harness.check(metal)).inputs).toEqual((await harness.check(metal)).inputs);
    expect(quote).not.toHaveProperty("quotedAt");
    expect(calls("reservations.create")).toBe(0);
  });

  test("is requested once for each distinct reservation", async () => {
    const { harness, calls, again } = await metalOn();
    await harness.check(metal);
    await harness.check({ ...metal, name: "another-name-costs-the-same" });
    await again().check(metal);
    expect(calls("prices.reservation")).toBe(1);
    await harness.check({ ...metal, period: "MONTHS36" });
    expect(calls("prices.reservation")).toBe(2);
  });

  test.each([
    ["hides it", "bm3-ai-1xlarge-h100-80-8", "hide", "does not show it"],
    ["cannot give it", "no-such-flavor", "error", "could not give it"],
  ])("gives the reason if it is unknown because the platform %s", async (_, resourceName, status, reason) => {
    const { harness } = await metalOn();
    const resources = [{ ...metal.resources[0], resourceName }];
    const agreed = { ...metal, resources, confirmCommitment: "unknown" };
    const { inputs, failures: found } = await harness.check(agreed);
    expect(found).toEqual([]);
    expect(inputs.quote).toMatchObject({ known: false, priceStatus: status, reason: expect.stringContaining(reason) });
  });

  test("gives the reason if it is unknown because the platform fails", async () => {
    const { harness, faults } = await metalOn();
    faults.add({ name: "status", endpoint: "prices.reservation", status: 500, probability: 1, seed: 1 });
    const { inputs, failures: found } = await harness.check({ ...metal, confirmCommitment: "unknown" });
    expect(found).toEqual([]);
    expect(inputs.quote).toMatchObject({ known: false, reason: expect.stringContaining("500") });
  });

  test("is abandoned after its timeout, and the reservation can still be previewed", async () => {
    const { harness, faults } = await metalOn();
    faults.add({ name: "delay", endpoint: "prices.reservation", ms: 600_000, count: 1, probability: 1, seed: 1 });
    const checked = harness.check({ ...metal, confirmCommitment: "unknown" });
    await until("the price is asked for", () => faults.list().length === 0 || undefined);
    time.advance(5_000);
    const { inputs } = await checked;
    expect(inputs.quote).toMatchObject({ known: false, reason: "the platform gave no price within 5 s" });
  });

  test("is not requested from a placeholder base URL, and needs no confirmation there", async () => {
    const { harness } = await metalOn({ "cloudplatform:baseUrl": "https://platform.invalid" });
    const { inputs, failures: found } = await harness.check(metal);
    expect(found).toEqual([]);
    expect(inputs.quote).toMatchObject({ known: false, reason: expect.stringContaining("stands for no platform") });
  });

  test("is unknown while its inputs are unknown", async () => {
    const { harness, calls } = await metalOn();
    const resources = [{ ...metal.resources[0], resourceValue: unknown }];
    const { inputs, failures: found } = await harness.check({ ...metal, resources, confirmCommitment: "1.00 EUR" });
    expect(found).toEqual([]);
    expect(inputs.quote).toMatchObject({ known: false, reason: expect.stringContaining("not known yet: resources") });
    expect(calls("prices.reservation")).toBe(0);
  });

  test("never causes an update: a reservation keeps the quote of its purchase", async () => {
    const { harness, store, again, calls } = await metalOn();
    await harness.up(metal);
    const { quote } = harness.state?.inputs ?? {};
    const shown = harness.state?.outputs.quote;
    expect(shown).toEqual({ ...(quote as object), quotedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    const list = store.priceList.get("current");
    if (list === undefined) throw new Error("There is no price list.");
    store.priceList.put("current", { ...list, hours_per_month: 1 });
    const later = again();
    expect(await later.preview(metal)).toBe("same");
    expect((await later.check(metal)).inputs.quote).toEqual(quote);
    await later.refresh();
    expect(await later.preview(metal)).toBe("same");
    expect(later.state?.outputs.quote).toEqual(shown);
    expect(calls("prices.reservation")).toBe(1);
  });
});

describe("a commitment", () => {
  const total = async (settings = {}) => {
    const { harness } = await metalOn(settings);
    const { quote } = (await harness.check(metal)).inputs as { quote: { total: string; currency: string } };
    return { harness, text: `${quote.total} ${quote.currency}`, ...quote };
  };

  test("that is confirmed passes, however its decimals are written", async () => {
    const { harness, text, total: amount, currency } = await total();
    expect((await harness.check({ ...metal, confirmCommitment: text })).failures).toEqual([]);
    expect((await harness.check({ ...metal, confirmCommitment: `0${amount}0 ${currency}` })).failures).toEqual([]);
  });

  test("that differs by a cent fails with both figures", async () => {
    const { harness, text } = await total();
    const { failures: found } = await harness.check({ ...metal, confirmCommitment: "1.01 EUR" });
    expect(found).toHaveLength(1);
    expect(found[0]?.property).toBe("confirmCommitment");
    expect(found[0]?.reason).toContain('"1.01 EUR"');
    expect(found[0]?.reason).toContain(`confirmCommitment: "${text}"`);
  });

  test("in another currency fails", async () => {
    const { harness, total: amount } = await total();
    expect((await harness.check({ ...metal, confirmCommitment: `${amount} USD` })).failures).toHaveLength(1);
  });

  test("cannot be compared with an unknown price", async () => {
    const { harness, faults } = await metalOn();
    faults.add({ name: "status", endpoint: "prices.reservation", status: 500, probability: 1, seed: 1 });
    const { failures: found } = await harness.check({ ...metal, confirmCommitment: "1.00 EUR" });
    expect(found[0]?.reason).toContain("not known");
  });

  test.each([
    ["is not known", "no-such-flavor"],
    ["is hidden", "bm3-ai-1xlarge-h100-80-8"],
  ])("at a price that %s is bought only with explicit consent", async (_, resourceName) => {
    const { harness } = await metalOn();
    const wanted = { ...metal, resources: [{ ...metal.resources[0], resourceName }] };
    const { failures: found } = await harness.check(wanted);
    expect(found.map(({ property }) => property)).toEqual(["confirmCommitment"]);
    expect(found[0]?.reason).toContain('confirmCommitment: "unknown"');
    expect((await harness.check({ ...wanted, confirmCommitment: "unknown" })).failures).toEqual([]);
    expect((await harness.check({ ...wanted, confirmCommitment: "1.00 EUR" })).failures).toHaveLength(1);
  });

  test("to an unknown price does not confirm a known one if the setting requires confirmation", async () => {
    const agreed = { ...metal, confirmCommitment: "unknown" };
    expect((await (await total()).harness.check(agreed)).failures).toEqual([]);
    const { harness } = await metalOn({ "cloudplatform:requireConfirmation": "true" });
    expect((await harness.check(agreed)).failures[0]?.reason).toContain("the platform asks");
  });

  test("must be confirmed if the setting requires it, and the message has the value to set", async () => {
    const { text } = await total();
    const { harness } = await metalOn({ "cloudplatform:requireConfirmation": "true" });
    const { failures: found } = await harness.check(metal);
    expect(found[0]?.reason).toContain("cloudplatform:requireConfirmation");
    expect(found[0]?.reason).toContain(`confirmCommitment: "${text}"`);
    expect((await harness.check({ ...metal, confirmCommitment: text })).failures).toEqual([]);
  });

  test("needs no second confirmation after the purchase", async () => {
    const { harness, again } = await metalOn();
    await harness.up(metal);
    expect((await again().check({ ...metal, confirmCommitment: "1.00 EUR" })).failures).toEqual([]);
  });
});

describe("a change of a reservation that exists", () => {
  test.each([
    ["name", { name: "other" }],
    ["regionId", { regionId: 80 }],
    ["period", { period: "MONTHS36" }],
    ["resources", { resources: [{ ...metal.resources[0], resourceValue: 3 }] }],
    ["hasWindows", { hasWindows: true }],
  ])("fails at preview and names the alternatives: %s", async (property, change) => {
    const { harness, calls } = await metalOn();
    await harness.up(metal);
    const { failures: found } = await harness.check({ ...metal, ...change });
    expect(found.map((failure) => failure.property)).toEqual([property, ""]);
    expect(found[0]?.reason).toContain("changes from");
    expect(found[1]?.reason).toContain("new resource name");
    expect(found[1]?.reason).toContain("allowReplacement: true");
    expect(calls("reservations.create")).toBe(1);
  });

  test("shows the reserved nodes as their number and flavor", async () => {
    const { harness } = await metalOn();
    await harness.up(metal);
    const [one] = metal.resources;
    const resources = [
      { ...one, resourceValue: 3 },
      { ...one, resourceName: "bm1-infrastructure-small" },
    ];
    const { failures: found } = await harness.check({ ...metal, resources });
    const before = `${one?.resourceValue} × ${one?.resourceName}`;
    expect(found[0]?.reason).toContain(
      `changes from ${before} to 3 × ${one?.resourceName} + ${one?.resourceValue} × bm1-infrastructure-small`,
    );
  });

  test("names every change", async () => {
    const { harness } = await metalOn();
    await harness.up(metal);
    const { failures: found } = await harness.check({ ...metal, period: "MONTHS36", name: "other" });
    expect(found.map((failure) => failure.property)).toEqual(["name", "period", ""]);
  });

  test("is a replacement if it is allowed, with the quote of the new reservation", async () => {
    const { harness } = await metalOn();
    await harness.up(metal);
    const first = harness.state?.outputs.quote as { total: string };
    const changed = { ...metal, period: "MONTHS36", allowReplacement: true };
    expect(await harness.preview(changed)).toBe("replace");
    const { quote } = (await harness.check(changed)).inputs as { quote: { total: string } };
    expect(Number(quote.total)).toBeGreaterThan(Number(first.total));
  });

  test("is compared with the confirmation, too, if it is allowed", async () => {
    const { harness } = await metalOn();
    await harness.up(metal);
    const changed = { ...metal, period: "MONTHS36", allowReplacement: true, confirmCommitment: "1.00 EUR" };
    expect((await harness.check(changed)).failures[0]?.property).toBe("confirmCommitment");
  });

  test("fails at preview while it is unknown, and buys nothing if the value turns out equal", async () => {
    const { harness, calls } = await metalOn();
    await harness.up(metal);
    const { failures: found } = await harness.check({ ...metal, regionId: unknown });
    expect(found.map((failure) => failure.property)).toEqual(["regionId", ""]);
    expect(found[0]?.reason).toContain("is 76 and not known before the update");
    expect(found[1]?.reason).toContain("--target");
    expect(await harness.preview({ ...metal, regionId: unknown, allowReplacement: true })).toBe("replace");
    await harness.up(metal);
    expect(calls("reservations.create")).toBe(1);
    expect(calls("reservations.delete")).toBe(0);
  });

  test("of provider inputs alone sends nothing", async () => {
    const { harness, emulator } = await metalOn();
    await harness.up(metal);
    emulator.platform.requests.clear();
    await harness.up({ ...metal, onDelete: "abandon", allowReplacement: true, confirmCommitment: "7 EUR" });
    expect(harness.state?.outputs).toMatchObject({ onDelete: "abandon", allowReplacement: true, status: "CREATED" });
    await harness.up(metal);
    expect(harness.state?.outputs).not.toHaveProperty("onDelete");
    expect(emulator.platform.requests.list({})).toEqual([]);
  });
});
