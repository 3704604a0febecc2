import { type Cases, cluster, pool, reservation, template } from "../../helpers/declared.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const prices = { currency: "EUR", nodes: { "g1-standard-2-4": 30.5 }, bootVolumeGib: { ssd_hiiops: 0.1 } };

/** Rules about money and about the whole stack. */
export const stackCases: Record<string, Cases> = {
  "commitment-budget": {
    passing: { resources: [reservation()], config: { budget: eur(12_000) } },
    failing: {
      resources: [reservation(), reservation({}, { name: "second" })],
      config: { budget: eur(23_999.99) },
      message: "reservations commit to 24000.00 EUR; the budget is 23999.99 EUR",
    },
  },
  "monthly-budget": {
    passing: { resources: [reservation()], config: { budget: eur(1000) } },
    failing: {
      // 1000 and three nodes of 30.5 + 50 GiB of 0.1 each
      resources: [reservation(), cluster()],
      config: { budget: eur(1106.49), prices },
      message: "the stack costs 1106.50 EUR a month; the budget is 1106.49 EUR (VAT not stated)",
    },
  },
  "monthly-increase": {
    passing: { before: [cluster()], resources: [cluster()], config: { limit: eur(0), prices } },
    failing: {
      before: [cluster()],
      resources: [cluster({ pools: [pool(), pool({ name: "more", minNodeCount: 1 })] })],
      config: { limit: eur(35), prices },
      message: "the change adds 35.50 EUR a month; 35.00 EUR is the limit",
    },
  },
  "no-rename-without-aliases": {
    passing: { before: [cluster()], resources: [cluster({ name: "edge-2" }, { name: "other" })] },
    failing: {
      before: [cluster()],
      resources: [cluster({ version: "v1.32.1" }, { name: "other" })],
      message:
        '"edge" would be deleted and the same created as "other". If it was renamed or moved, add aliases: [{ name: "edge" }] to "other"',
    },
  },
  "unique-cluster-names": {
    passing: { resources: [cluster(), cluster({ regionId: 80 }, { name: "other" })] },
    failing: {
      resources: [cluster(), cluster({}, { name: "other" })],
      message: '"other" and "edge" are both 1/76/edge-1',
    },
  },
  "shadowed-rule-templates": {
    passing: { resources: [template(), template({ weight: 11 }, { name: "second" })] },
    failing: {
      resources: [template(), template({ rule: "images/" }, { name: "second" })],
      message: '"second" and "images" both have rule images/ and weight 10',
    },
  },
  "quota-headroom": {
    passing: { before: [], resources: [cluster()], config: { quotas: { 76: { vm_count: { limit: 10, usage: 4 } } } } },
    failing: {
      before: [],
      resources: [cluster()],
      config: { quotas: { 76: { vm_count: { limit: 10, usage: 5 } } } },
      message: "region 76: vm_count would be 8 of 10, at or above the threshold of 80 % (5 in use, 3 more requested)",
    },
  },
};
