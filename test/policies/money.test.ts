import { rules } from "@cloudplatform/policies";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moneyText } from "../../policies/money/amount.ts";
import { microsOf } from "../../provider/values/index.ts";
import { type Case, cluster, type Declared, pool, reservation } from "../helpers/declared.ts";
import { evaluate } from "./evaluate.ts";

const eur = { amount: 100, currency: "EUR" };

function result(name: string, given: Case) {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`There is no rule "${name}".`);
  const { violations, notEvaluated } = evaluate(rule, given);
  return { violations: violations.map((one) => one.message), notEvaluated: notEvaluated.map((one) => one.message) };
}

test("decimals add up exactly", () => {
  expect((microsOf("0.1") ?? 0n) + (microsOf(0.2) ?? 0n)).toBe(microsOf("0.3"));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      const text = (cents / 100).toFixed(2);
      expect(moneyText(microsOf(text) ?? 0n, "EUR")).toBe(`${text} EUR`);
    }),
  );
});

test.each(["", "1,5", "abc", undefined, null, Number.NaN, 1e-7])("%s is no amount", (value) => {
  expect(microsOf(value)).toBeUndefined();
});

test("resources without a price are reported, and fail if configured", () => {
  const quote = { known: false, reason: "price_status hide" };
  const resources = [reservation({ quote })];
  const message = '"metal" could not be priced: price_status hide';
  expect(result("commitment-budget", { resources, config: { budget: eur } })).toEqual({
    violations: [],
    notEvaluated: [message],
  });
  expect(result("commitment-budget", { resources, config: { budget: eur, onUnknown: "fail" } })).toEqual({
    violations: [message],
    notEvaluated: [],
  });
});

test("prices of another currency are not added up but reported", () => {
  const config = { budget: { amount: 1, currency: "USD" } };
  expect(result("commitment-budget", { resources: [reservation()], config })).toEqual({
    violations: [],
    notEvaluated: ['"metal" could not be priced: it is priced in EUR'],
  });
});

test("a cluster is priced from the configuration, and parts without a price are named", () => {
  const prices = { currency: "EUR", nodes: { other: 1 } };
  const { notEvaluated } = result("monthly-budget", { resources: [cluster()], config: { budget: eur, prices } });
  expect(notEvaluated).toEqual([
    '"edge" could not be priced: the configuration has no price of flavor g1-standard-2-4',
  ]);
  expect(result("monthly-budget", { resources: [cluster()], config: { budget: eur } }).notEvaluated[0]).toContain(
    "the configuration has no prices",
  );
});

test("a quote without a monthly price is shared out over its period", () => {
  const quote = { known: true, total: "36000.00", currency: "EUR" };
  const resources = [reservation({ quote, period: "MONTHS36" })];
  expect(result("monthly-budget", { resources, config: { budget: { ...eur, amount: 999.99 } } }).violations).toEqual([
    "the stack costs 1000.00 EUR a month; the budget is 999.99 EUR (VAT not stated)",
  ]);
});

test("an increase is not evaluated if the stack before the change is unknown", () => {
  const { violations, notEvaluated } = result("monthly-increase", {
    resources: [reservation()],
    config: { limit: eur },
  });
  expect(violations).toEqual([]);
  expect(notEvaluated).toEqual(["the increase of the monthly cost: not given"]);
  expect(
    messages("monthly-increase", { resources: [reservation()], config: { limit: eur, onUnknown: "fail" } }),
  ).toEqual(["not known: the increase of the monthly cost: not given"]);
});

const configured = { currency: "EUR", nodes: { "g1-standard-2-4": 30 }, bootVolumeGib: { ssd_hiiops: 0.1 } };
const messages = (name: string, given: Case) => result(name, given).violations;

describe("a part without a price makes the whole price unknown", () => {
  const budget = { amount: 1, currency: "EUR" };
  test.each([
    ["flavor", { flavorId: "g9-nobody-knows" }, "no price of flavor g9-nobody-knows"],
    ["boot volume type", { bootVolumeType: "ultra" }, "no price of boot volumes of type ultra"],
    ["address", { isPublicIpv4: true }, "no price of public IPv4 addresses"],
  ])("%s", (_, change, reason) => {
    const pools = [pool(), pool({ name: "other", ...change })];
    const given = { resources: [cluster({ pools })], config: { budget, prices: configured } };
    expect(messages("monthly-budget", given)).toEqual([]);
    expect(result("monthly-budget", given).notEvaluated.join()).toContain(reason);
  });

  test("and the known amount is a lower bound", () => {
    const resources = [reservation(), cluster({ pools: [pool({ flavorId: "g9-nobody-knows" })] })];
    expect(messages("monthly-budget", { resources, config: { budget, prices: configured } })).toEqual([
      "the stack costs at least 1000.00 EUR a month; the budget is 1.00 EUR (VAT not stated)",
    ]);
  });
});

test("parts with and without VAT are named", () => {
  const prices = { ...configured, vat: "included" };
  const config = { budget: { amount: 1, currency: "EUR" }, prices };
  expect(messages("monthly-budget", { resources: [cluster()], config })).toEqual([
    "the stack costs 105.00 EUR a month; the budget is 1.00 EUR (VAT included)",
  ]);
  expect(messages("monthly-budget", { resources: [reservation(), cluster()], config })).toEqual([
    "the stack costs 1105.00 EUR a month; the budget is 1.00 EUR (VAT included in 105.00 EUR, not stated for 1000.00 EUR)",
  ]);
});

describe("a reservation is priced from", () => {
  const config = { budget: { amount: 1, currency: "EUR" } };
  const amountPrices = { commitPriceTotal: "2400.00", commitPricePerMonth: "200.00", currencyCode: "EUR" };
  const unquoted = { quote: undefined };

  test("what its record shows, when it was adopted", () => {
    const adopted = reservation(unquoted, { outputs: { amountPrices, status: "ACTIVATED" } });
    expect(messages("monthly-budget", { resources: [adopted], config }).join()).toContain("costs 200.00 EUR a month");
    expect(messages("commitment-budget", { resources: [adopted], config }).join()).toContain("commit to 2400.00 EUR");
  });

  test("what its record shows, when it was bought at an unknown price", () => {
    const quote = { known: false, reason: "price_status hide" };
    const bought = reservation({ quote }, { outputs: { amountPrices } });
    expect(messages("monthly-budget", { resources: [bought], config }).join()).toContain("costs 200.00 EUR a month");
  });

  test("its quote, before what its record shows", () => {
    const both = reservation({}, { outputs: { amountPrices } });
    expect(messages("monthly-budget", { resources: [both], config }).join()).toContain("costs 1000.00 EUR a month");
  });

  test.each(["REJECTED", "EXPIRED"])("nothing when it is %s", (status) => {
    const ended = reservation({}, { outputs: { status } });
    expect(messages("monthly-budget", { resources: [ended], config })).toEqual([]);
  });
});

describe("reserved bare metal", () => {
  const metal = (minNodeCount: number, name = "metal") => ({ name, flavorId: "bm1-hf-medium", minNodeCount });
  const prices = { currency: "EUR", nodes: { "bm1-hf-medium": 500 } };
  const config = { budget: { amount: 0, currency: "EUR" }, prices };
  const cost = (...resources: Declared[]) =>
    Number(/costs ([\d.]+) EUR/.exec(messages("monthly-budget", { resources, config }).join())?.[1] ?? 0);
  const reserved = (count: number, changes: object = {}) =>
    reservation({
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: count }],
      ...changes,
    });

  test.each([
    ["CREATED", 1000 + 500],
    ["ACTIVATED", 1000 + 500],
    // A rejected or expired reservation costs nothing and does not reduce the price of nodes.
    ["REJECTED", 2000],
    ["EXPIRED", 2000],
  ])("that is %s leaves %d EUR of four nodes and a reservation of three", (status, expected) => {
    const three = reserved(3);
    const nodes = cluster({ pools: [metal(4)] });
    expect(cost({ ...three, outputs: { ...three.outputs, status } }, nodes)).toBe(expected);
  });

  test("is not counted twice, for as many nodes as are reserved", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        (counts, count) => {
          const clusters = counts.map((nodes, index) => cluster({ pools: [metal(nodes)] }, { name: `c${index}` }));
          const nodes = counts.reduce((sum, one) => sum + one, 0);
          expect(cost(reserved(count), ...clusters)).toBe(1000 + 500 * Math.max(0, nodes - count));
          expect(cost(...clusters)).toBe(500 * nodes);
        },
      ),
    );
  });

  test("counts in its region, and with its flavor only", () => {
    expect(cost(reserved(2, { regionId: 80 }), cluster({ pools: [metal(2)] }))).toBe(2000);
    const other = [{ resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 2 }];
    expect(cost(reservation({ resources: other }), cluster({ pools: [metal(2)] }))).toBe(2000);
  });
});

describe("an increase", () => {
  const config = { limit: { amount: 0, currency: "EUR" }, prices: configured };
  const odd = (changes: object = {}) =>
    cluster({ pools: [pool({ flavorId: "g9-nobody-knows", ...changes })] }, { name: "odd" });

  test("is not hidden by a cluster without a price that stays as it is", () => {
    const before = [odd(), cluster()];
    expect(result("monthly-increase", { before, resources: before, config })).toEqual({
      violations: [],
      notEvaluated: [],
    });
    const resources = [odd(), cluster({ pools: [pool({ minNodeCount: 4 })] })];
    expect(messages("monthly-increase", { before, resources, config })).toEqual([
      "the change adds 35.00 EUR a month; 0.00 EUR is the limit (VAT not stated)",
    ]);
  });

  test("is unknown if a part of it has no price", () => {
    const given = { before: [odd()], resources: [odd({ minNodeCount: 4 })], config };
    expect(result("monthly-increase", given).notEvaluated.join()).toContain('"odd" could not be priced');
    expect(messages("monthly-increase", { ...given, config: { ...config, onUnknown: "fail" } })).toHaveLength(1);
  });

  test("is not reported if the previous cost is unknown", () => {
    const given = { before: [odd()], resources: [cluster()], config };
    expect(messages("monthly-increase", given)).toEqual([]);
    expect(result("monthly-increase", given).notEvaluated.join()).toContain('"odd" could not be priced');
  });
});

describe("quota-headroom", () => {
  const quotas = (usage: number, limit = 10) => ({ quotas: { 76: { vm_count: { limit, usage } } } });

  test("is a violation at or above the threshold, and not below", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 50 }),
        (usage, limit, nodes, had) => {
          const of = (count: number) => [cluster({ pools: [pool({ minNodeCount: count, maxNodeCount: 200 })] })];
          const given = { before: had === 0 ? [] : of(had), resources: of(nodes), config: quotas(usage, limit) };
          const growth = Math.max(0, nodes - had);
          const isOver = growth > 0 && (usage + growth) / limit >= 0.8;
          expect(messages("quota-headroom", given).length > 0).toBe(isOver);
        },
      ),
    );
  });

  test("counts a cluster that moves to another region as new there", () => {
    const given = { before: [cluster({ regionId: 80 })], resources: [cluster()], config: quotas(5) };
    expect(messages("quota-headroom", given)).toHaveLength(1);
  });

  test("reports that it was not evaluated if the stack before the change is unknown", () => {
    const given = { resources: [cluster()], config: quotas(5) };
    expect(result("quota-headroom", given).notEvaluated).toEqual(["what the change takes from the quotas: not given"]);
  });
});
