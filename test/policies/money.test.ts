import { rules } from "@cloudplatform/policies";
import fc from "fast-check";
import { expect, test } from "vitest";
import { micros, moneyText } from "../../policies/money/amount.ts";
import { type Case, cluster, reservation } from "./declared.ts";
import { judge } from "./judge.ts";

const eur = { amount: 100, currency: "EUR" };

function verdict(name: string, given: Case) {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`There is no rule "${name}".`);
  const { violations, notJudged } = judge(rule, given);
  return { violations: violations.map((one) => one.message), notJudged: notJudged.map((one) => one.message) };
}

test("decimals add up exactly", () => {
  expect((micros("0.1") ?? 0n) + (micros(0.2) ?? 0n)).toBe(micros("0.3"));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      const text = (cents / 100).toFixed(2);
      expect(moneyText(micros(text) ?? 0n, "EUR")).toBe(`${text} EUR`);
    }),
  );
});

test.each(["", "1,5", "abc", undefined, null, Number.NaN, 1e-7])("%s is no amount", (value) => {
  expect(micros(value)).toBeUndefined();
});

test("what could not be priced is said, and fails when the configuration wants it to", () => {
  const quote = { known: false, reason: "price_status hide" };
  const resources = [reservation({ quote })];
  const message = '"metal" could not be priced: price_status hide';
  expect(verdict("commitment-budget", { resources, config: { budget: eur } })).toEqual({
    violations: [],
    notJudged: [message],
  });
  expect(verdict("commitment-budget", { resources, config: { budget: eur, onUnknown: "fail" } })).toEqual({
    violations: [message],
    notJudged: [],
  });
});

test("prices of another currency are not added up but said", () => {
  const config = { budget: { amount: 1, currency: "USD" } };
  expect(verdict("commitment-budget", { resources: [reservation()], config })).toEqual({
    violations: [],
    notJudged: ['"metal" could not be priced: it is priced in EUR'],
  });
});

test("a cluster is priced from the configuration, and what has no price there is named", () => {
  const prices = { currency: "EUR", nodes: { other: 1 } };
  const { notJudged } = verdict("monthly-budget", { resources: [cluster()], config: { budget: eur, prices } });
  expect(notJudged).toEqual(['"edge" could not be priced: the configuration has no price of flavor g1-standard-2-4']);
  expect(verdict("monthly-budget", { resources: [cluster()], config: { budget: eur } }).notJudged[0]).toContain(
    "the configuration has no prices",
  );
});

test("a quote without a monthly price is shared out over its period", () => {
  const quote = { known: true, total: "36000.00", currency: "EUR" };
  const resources = [reservation({ quote, period: "MONTHS36" })];
  expect(verdict("monthly-budget", { resources, config: { budget: { ...eur, amount: 999.99 } } }).violations).toEqual([
    "the stack costs 1000.00 EUR a month; the budget is 999.99 EUR",
  ]);
});

test("an increase is not judged where the stack before the change is not known", () => {
  const { violations, notJudged } = verdict("monthly-increase", { resources: [reservation()], config: { limit: eur } });
  expect(violations).toEqual([]);
  expect(notJudged).toEqual(["the increase of the monthly cost: not given"]);
});
