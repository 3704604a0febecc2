import fc from "fast-check";
import { cluster, type Declared, pool, reservation, template } from "../../helpers/declared.ts";
import { each, type Meaning } from "./meaning.ts";

const prices = { currency: "EUR", nodes: { "g1-standard-2-4": 10 }, bootVolumeGib: { ssd_hiiops: 0.1 } };
/** A cluster for 15 EUR a month and node. */
const nodes = (minNodeCount: number, name = "edge", aliases: Declared[] = []) =>
  cluster({ pools: [pool({ minNodeCount, maxNodeCount: 200 })] }, { name, aliases });
const money = (cents: number) => ({ amount: cents / 100, currency: "EUR" });
const text = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;
const quoted = (cents: number, name: string) =>
  reservation(
    {
      quote: {
        known: true,
        total: ((cents * 12) / 100).toFixed(2),
        perMonth: (cents / 100).toFixed(2),
        currency: "EUR",
      },
    },
    { name },
  );
const unpriced = (name = "unpriced") => reservation({ quote: { known: false, reason: "hidden" } }, { name });
const foreign = cluster({ pools: [pool({ flavorId: "g9" })] }, { name: "foreign" });
const hidden = '"unpriced" could not be priced: hidden';

/** Amounts of two reservations, in cents a month. */
const two = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(10_000_000));
const reserved = ([one, other]: [number, number]) => [quoted(one, "a"), template(), quoted(other, "b")];

/** Budgets that are too small to be written without an exponent, and enormous ones. */
const huge = { amount: 1e21, currency: "EUR" };
const tiny = { amount: 1e-7, currency: "EUR" };

const commitmentBudget: Meaning = {
  bypass: [
    two.map((amounts) => {
      const total = (amounts[0] + amounts[1]) * 12;
      return {
        // A cluster is no commitment.
        resources: [...reserved(amounts), cluster()],
        config: { budget: money(total - 1) },
        message: `reservations commit to ${text(total)}; the budget is ${text(total - 1)}`,
      };
    }),
    fc.constant({
      ...{ resources: [quoted(100, "a"), unpriced()], config: { budget: money(1199) } },
      message: "reservations commit to at least 12.00 EUR",
    }),
    fc.constant({ resources: [unpriced()], config: { budget: huge, onUnknown: "fail" }, message: hidden }),
    fc.constant({ resources: [quoted(1, "a")], config: { budget: tiny }, message: "the budget is 0.00 EUR" }),
  ],
  honest: [
    two.map((amounts) => ({
      ...{ resources: [...reserved(amounts), cluster(), foreign] },
      config: { budget: money((amounts[0] + amounts[1]) * 12), onUnknown: "fail" },
    })),
    two.map((amounts) => ({ resources: reserved(amounts) })),
    fc.constant({ resources: [quoted(1, "a")], config: { budget: huge } }),
    fc.constant({ resources: [], config: { budget: tiny } }),
    fc.constant({ resources: [unpriced()], config: { budget: money(0) } }),
  ],
};

const monthlyBudget: Meaning = {
  bypass: [
    fc.tuple(two, fc.integer({ min: 1, max: 99 })).map(([amounts, count]) => {
      const total = amounts[0] + amounts[1] + count * 1500;
      return {
        ...{ resources: [...reserved(amounts), nodes(count)], config: { budget: money(total - 1), prices } },
        message: `the stack costs ${text(total)} a month; the budget is ${text(total - 1)}`,
      };
    }),
    fc.constant({
      ...{ resources: [nodes(1), unpriced()], config: { budget: money(1499), prices } },
      message: "the stack costs at least 15.00 EUR",
    }),
    ...each([unpriced(), foreign], (one) => ({
      ...{ resources: [one], config: { budget: huge, prices, onUnknown: "fail" } },
      message: "could not be priced",
    })),
    fc.constant({ resources: [nodes(1)], config: { budget: tiny, prices }, message: "the budget is 0.00 EUR" }),
  ],
  honest: [
    fc.tuple(two, fc.integer({ min: 1, max: 99 })).map(([amounts, count]) => ({
      ...{ resources: [...reserved(amounts), nodes(count)] },
      config: { budget: money(amounts[0] + amounts[1] + count * 1500), prices, onUnknown: "fail" },
    })),
    fc.constant({ resources: [nodes(1)], config: { prices } }),
    ...each([0, 0.5, 9], (price) => {
      const own = { ...prices, nodes: { "g1-standard-2-4": price }, publicIpv4: price };
      return { resources: [nodes(1)], config: { budget: money(500 + price * 100), prices: own } };
    }),
    fc.constant({ resources: [nodes(1)], config: { budget: huge, prices } }),
    fc.constant({ resources: [nodes(1), unpriced()], config: { budget: money(1500), prices } }),
  ],
};

const counts = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }));
const added = (more: number, limit: number) => `the change adds ${text(more)} a month; ${text(limit)} is the limit`;

const monthlyIncrease: Meaning = {
  bypass: [
    counts.map(([before, more]) => ({
      ...{ before: [nodes(before)], resources: [nodes(before + more)] },
      config: { limit: money(more * 1500 - 1), prices },
      message: added(more * 1500, more * 1500 - 1),
    })),
    fc.constant({
      before: [],
      resources: [nodes(1), quoted(1, "a")],
      config: { limit: money(0), prices },
      message: added(1501, 0),
    }),
    fc.constant({ before: [], resources: [nodes(1)], config: { limit: tiny, prices }, message: added(1500, 0) }),
    // A new resource without a price adds to the increase.
    fc.constant({
      ...{ before: [], resources: [nodes(1), unpriced()], config: { limit: money(0), prices } },
      message: "the change adds at least 15.00 EUR",
    }),
    ...each([[], [unpriced()], [unpriced("other")]], (before) => ({
      before,
      // Another period is another price.
      resources: [{ ...unpriced(), inputs: { ...unpriced().inputs, period: "MONTHS36" } }],
      config: { limit: huge, onUnknown: "fail" },
      message: hidden,
    })),
    // A price that was not known before could be any part of the increase.
    fc.constant({
      ...{ before: [unpriced()], resources: [quoted(1, "unpriced")], config: { limit: money(0), onUnknown: "fail" } },
      message: hidden,
    }),
    fc.constant({
      resources: [],
      view: { previousState: { missing: "no response" } },
      config: { limit: huge, onUnknown: "fail" },
      message: "not known: the increase of the monthly cost: no response",
    }),
  ],
  honest: [
    counts.map(([before, more]) => ({
      ...{ before: [nodes(before)], resources: [nodes(before + more)] },
      config: { limit: money(more * 1500), prices },
    })),
    counts.map(([after, less]) => ({
      ...{ before: [nodes(after + less)], resources: [nodes(after)], config: { limit: money(0), prices } },
    })),
    // An unchanged resource without a price adds nothing, whatever its name is now.
    fc.constant({
      before: [unpriced()],
      resources: [unpriced(), nodes(1)],
      config: { limit: money(1500), prices, onUnknown: "fail" },
    }),
    ...each([true, false], (isOld) => {
      const renamed = (aliases: Declared[]) => ({ ...unpriced("renamed"), aliases });
      const [before, after] = isOld
        ? [{ ...unpriced(), aliases: [renamed([])] }, renamed([])]
        : [unpriced(), renamed([unpriced()])];
      return { before: [before], resources: [after], config: { limit: money(0), onUnknown: "fail" } };
    }),
    fc.constant({ before: [], resources: [nodes(1)], config: { prices } }),
    fc.constant({ before: [unpriced()], resources: [quoted(1, "unpriced")], config: { limit: money(0) } }),
    fc.constant({ before: [], resources: [quoted(1, "a")], config: { limit: huge } }),
    ...each(["warn", "fail"], (onUnknown) => ({
      resources: [nodes(1)],
      view: { previousState: { missing: onUnknown === "warn" ? "no response" : "no stack is being changed" } },
      config: { limit: money(0), prices, onUnknown },
    })),
  ],
};

export const moneyMeanings: Readonly<Record<string, Meaning>> = {
  "commitment-budget": commitmentBudget,
  "monthly-budget": monthlyBudget,
  "monthly-increase": monthlyIncrease,
};
