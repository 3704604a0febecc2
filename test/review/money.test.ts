import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { secretSignature, signatureKey } from "../../provider/pulumi/formats/markers.ts";
import { moneyOf, type PriceOfCluster } from "../../provider/review/cost/money.ts";
import { quotaChanges } from "../../provider/review/cost/quotas.ts";
import { atUsage, readUsage, type Usage } from "../../provider/review/cost/usage.ts";
import type { EngineStep, Side } from "../../provider/review/model/events.ts";
import { withCompanions, withoutDeleted } from "../../provider/review/model/objects.ts";
import { operationsOf } from "../../provider/review/model/operations.ts";
import { withPlaintexts } from "../../provider/review/model/plaintexts.ts";
import { countsOf } from "../../provider/review/model/verdict.ts";
import { decimalOf, microsOf } from "../../provider/values/index.ts";

/** Compares the costs in a review with monthly bills, summed up here from the objects before and after the change. */
const prices: Record<string, number> = { "g1-standard-2-4": 49.25, "bm1-hf-medium": 900, "bm2-hf-large": 1500.5 };
const provider = "urn:pulumi:s::p::pulumi:providers:pulumi-nodejs::default::id";
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Pool {
  flavorId: string;
  minNodeCount: number;
  maxNodeCount?: number;
}

const priceList: PriceOfCluster = async (inputs) => ({
  amount: (inputs.pools as Pool[]).reduce((sum, pool) => sum + BigInt(pool.minNodeCount) * priceOf(pool.flavorId), 0n),
  currency: "EUR",
});

function priceOf(flavor: string): bigint {
  return microsOf(prices[flavor]) ?? 0n;
}

function side(inputs: object, outputs: object = {}, options: Partial<Side> = {}): Side {
  return { id: "1", inputs: { ...inputs }, outputs: { ...inputs, ...outputs }, ...options };
}

const cluster = (pools: Pool[], regionId = 76) => ({ name: "edge", projectId: 1, regionId, pools });
const metal = (nodes: number, { flavor = "bm1-hf-medium", perMonth = 700, regionId = 76, currency = "EUR" } = {}) => ({
  ...{ name: "metal", period: "MONTHS12", regionId },
  resources: [{ resourceName: flavor, resourceType: "flavor", resourceValue: nodes }],
  quote: { known: true, total: String(perMonth * 12), perMonth: String(perMonth), currency, priceStatus: "show" },
});

function step(kind: string, op: string, old: Side | null, now: Side | null, name = kind): EngineStep {
  const type = `pulumi-nodejs:dynamic/cloudplatform/${kind}`;
  return { op, urn: `urn:pulumi:s::p::${type}::${name}`, type, old, new: now, provider };
}

const bm = (nodes: number): Pool => ({ flavorId: "bm1-hf-medium", minNodeCount: nodes });
const vm = (nodes: number): Pool => ({ flavorId: "g1-standard-2-4", minNodeCount: nodes });
const onCluster = (op: string, old: Side | null, now: Side | null, name?: string) =>
  step("kubernetes:Cluster", op, old, now, name);
const onMetal = (op: string, old: Side | null, now: Side | null, name?: string) =>
  step("reservations:Reservation", op, old, now, name);
const active = { status: "ACTIVATED", activeTo: "2027-11-21" };

const cases: [what: string, difference: string, steps: EngineStep[]][] = [
  ["a new cluster", "98.50", [onCluster("create", null, side(cluster([vm(2)])))]],
  ["more nodes", "49.25", [onCluster("update", side(cluster([vm(1)])), side(cluster([vm(2)])))]],
  ["fewer nodes", "-49.25", [onCluster("update", side(cluster([vm(2)])), side(cluster([vm(1)])))]],
  ["a deleted cluster", "-98.50", [onCluster("delete", side(cluster([vm(2)])), null)]],
  [
    "a deletion that retains the cluster",
    "0.00",
    [onCluster("delete", side(cluster([vm(2)]), {}, { retainOnDelete: true }), null)],
  ],
  [
    "a replacement that retains the old cluster",
    "49.25",
    [onCluster("replace", side(cluster([vm(2)]), {}, { retainOnDelete: true }), side(cluster([vm(1)])))],
  ],
  ["a replaced cluster", "0.00", [onCluster("replace", side(cluster([vm(2)])), side(cluster([vm(2)])))]],
  ["an imported cluster", "0.00", [onCluster("import", null, side(cluster([vm(2)])))]],
  ["an adopted cluster", "0.00", [onCluster("create", null, side({ ...cluster([vm(2)]), __adopt: "1/76/edge" }))]],
  [
    "a maximum alone",
    "0.00",
    [onCluster("update", side(cluster([vm(1)])), side(cluster([{ ...vm(1), maxNodeCount: 9 }])))],
  ],
  ["a new reservation", "700.00", [onMetal("create", null, side(metal(2)))]],
  ["an adopted reservation", "0.00", [onMetal("create", null, side({ ...metal(2), __adopt: "7" }))]],
  ["a reservation cancelled in time", "-700.00", [onMetal("delete", side(metal(2), { status: "CREATED" }), null)]],
  ["a reservation that binds", "0.00", [onMetal("delete", side(metal(2), active), null)]],
  ["a reservation that has expired", "0.00", [onMetal("delete", side(metal(2), { status: "EXPIRED" }), null)]],
  ["a rejected reservation", "0.00", [onMetal("delete", side(metal(2), { status: "REJECTED" }), null)]],
  [
    "a replacement of a reservation that binds: both are paid",
    "800.00",
    [onMetal("replace", side(metal(2), active), side(metal(3, { perMonth: 800 })))],
  ],
  [
    "a replacement of a reservation cancelled in time",
    "100.00",
    [onMetal("replace", side(metal(2), { status: "CREATED" }), side(metal(3, { perMonth: 800 })))],
  ],
  [
    "an option of a reservation",
    "0.00",
    [onMetal("update", side(metal(2), active), side({ ...metal(2), onDelete: "abandon" }))],
  ],
  [
    "a reservation and the cluster whose nodes it pays for",
    "700.00",
    [onMetal("create", null, side(metal(2))), onCluster("create", null, side(cluster([bm(2)])))],
  ],
  [
    "more nodes than are reserved",
    "1600.00",
    [onMetal("create", null, side(metal(2))), onCluster("create", null, side(cluster([bm(3)])))],
  ],
  [
    "more reserved than clusters use",
    "700.00",
    [onMetal("create", null, side(metal(4))), onCluster("create", null, side(cluster([bm(3)])))],
  ],
  [
    "a reservation for nodes that exist",
    "-1100.00",
    [onMetal("create", null, side(metal(2))), onCluster("same", side(cluster([bm(2)])), side(cluster([bm(2)])))],
  ],
  [
    "a cancelled reservation of nodes that stay",
    "1100.00",
    [
      onMetal("delete", side(metal(2), { status: "CREATED" }), null),
      onCluster("same", side(cluster([bm(2)])), side(cluster([bm(2)]))),
    ],
  ],
  [
    "a cluster on a reservation that exists",
    "0.00",
    [onMetal("same", side(metal(2), active), side(metal(2))), onCluster("create", null, side(cluster([bm(2)])))],
  ],
  [
    "a reservation in another region",
    "1800.00",
    [
      onMetal("same", side(metal(2, { regionId: 80 }), active), null),
      onCluster("create", null, side(cluster([bm(2)]))),
    ],
  ],
  [
    "a reservation that has expired pays for nothing",
    "1800.00",
    [onMetal("same", side(metal(2), { status: "EXPIRED" }), null), onCluster("create", null, side(cluster([bm(2)])))],
  ],
  [
    "a deletion that leaves the reservation to another cluster",
    "-900.00",
    [
      onMetal("same", side(metal(2), active), null),
      onCluster("delete", side(cluster([bm(1)])), null, "one"),
      onCluster("same", side(cluster([bm(2)])), null, "two"),
    ],
  ],
  [
    "an object that an interrupted replacement left",
    "-49.25",
    [
      onCluster("same", side(cluster([vm(2)])), side(cluster([vm(2)]))),
      onCluster("delete", side(cluster([vm(1)])), null),
    ],
  ],
];

test.each(cases)("%s: %s a month", async (_, difference, steps) => {
  const { monthly, unpriced } = await moneyOf(steps, priceList);
  expect(monthly[0]?.difference ?? "0.00").toBe(difference);
  expect(unpriced).toEqual([]);
});

test("a reservation in two currencies is in both sums, each with its sign", async () => {
  const old = side(metal(2, { currency: "USD" }), { status: "CREATED" });
  const { monthly } = await moneyOf([onMetal("replace", old, side(metal(2, { perMonth: 650 })))], priceList);
  expect(monthly).toEqual([
    { currency: "EUR", before: "0.00", after: "650.00", difference: "650.00" },
    { currency: "USD", before: "700.00", after: "0.00", difference: "-700.00" },
  ]);
});

test("a commitment with an unknown total is listed, and an adopted reservation is no new commitment", async () => {
  const open = { ...metal(2), quote: { known: false, reason: "the platform does not show it" } };
  const steps = [onMetal("create", null, side(open), "open"), onMetal("create", null, side(metal(1)), "priced")];
  const adopted = onMetal("create", null, side({ ...metal(2), __adopt: "7" }), "adopted");
  const { commitments, unpriced } = await moneyOf([...steps, adopted], priceList);
  expect(commitments.map(({ name, total, months }) => [name, total, months])).toEqual([
    ["open", undefined, 12],
    ["priced", "8400.00", 12],
  ]);
  expect(unpriced).toMatchObject([{ name: "open", reason: "the platform does not show it" }]);
});

test("a total without a monthly price is divided by the months, rounded up", async () => {
  const quote = { known: true, total: "100.00", currency: "EUR", priceStatus: "show" };
  const { costs } = await moneyOf([onMetal("create", null, side({ ...metal(1), quote }))], priceList);
  expect(costs).toMatchObject([{ after: "8.333334" }]);
});

test("a quote without amounts or with an unknown period has no monthly price", async () => {
  const quote = { known: true, currency: "EUR", priceStatus: "hide" };
  const bare = onMetal("create", null, side({ ...metal(1), quote }), "bare");
  const odd = onMetal(
    "create",
    null,
    side({ ...metal(1), period: unknown, quote: { ...quote, total: "100.00" } }),
    "odd",
  );
  const { costs, unpriced } = await moneyOf([bare, odd], priceList);
  expect(costs).toEqual([]);
  expect(unpriced.map(({ name }) => name)).toEqual(["bare", "odd"]);
});

test("an adopted reservation, which was never quoted, costs what its own prices say", async () => {
  const { quote: _, ...inputs } = metal(1);
  const costOf = async (amountPrices: object) => {
    const removed = onMetal("delete", side(inputs, { amountPrices, ...active }), null);
    return moneyOf([removed], priceList);
  };
  const priced = await costOf({ commitPricePerMonth: "700.00", currencyCode: "EUR" });
  expect(priced.costs).toMatchObject([{ before: "700.00", currency: "EUR" }]);
  for (const part of [{ commitPricePerMonth: "700.00" }, { currencyCode: "EUR" }])
    expect((await costOf(part)).unpriced).toMatchObject([{ reason: "it carries no quote" }]);
});

test("an amount without a valid currency is no price, and a repeated read is no operation", async () => {
  const odd = onMetal("create", null, side(metal(1, { currency: "https://evil.example" })));
  const money = await moneyOf([odd], priceList);
  expect(money).toMatchObject({
    monthly: [],
    costs: [],
    unpriced: [{ reason: expect.stringContaining("no currency") }],
  });
  expect(money.commitments).toEqual([expect.not.objectContaining({ total: "8400.00" })]);
  const read = (old: Side | null) => step("kubernetes:Cluster", "read", old, side(cluster([vm(1)])));
  expect(operationsOf([read(null)], {}).operations).toMatchObject([{ operation: "read" }]);
  expect(operationsOf([read(side(cluster([vm(1)])))], {})).toMatchObject({ operations: [], same: 1 });
});

test("a component has no price and is not reported as unpriced", async () => {
  const area = { ...onCluster("create", null, side({}, {}, { custom: false })), type: "shop:index:Area" };
  expect(await moneyOf([area], priceList)).toMatchObject({ costs: [], unpriced: [] });
  const other = { ...area, new: side({}, {}, { custom: true }) };
  expect((await moneyOf([other], priceList)).unpriced).toMatchObject([{ reason: "it belongs to another provider" }]);
});

test("costs are added up by outermost component; resources outside of components belong to none", async () => {
  const stack = "urn:pulumi:s::p::pulumi:pulumi:Stack::p-s";
  const urnOf = (type: string, name: string) => `urn:pulumi:s::p::${type}::${name}`;
  const [shop, inner] = [urnOf("acme:Shop", "shop"), urnOf("acme:Shop$acme:Team", "team")];
  const component = (urn: string, parent: string): EngineStep => ({
    ...{ op: "same", urn, type: urn.split("::")[2] ?? "", provider: "", old: side({}, {}, { custom: false, parent }) },
    new: side({}, {}, { custom: false, parent }),
  });
  const within = (name: string, parent: string, nodes: number) =>
    onCluster("create", null, side(cluster([vm(nodes)]), {}, { parent }), name);
  const { components } = await moneyOf(
    [
      component(shop, stack),
      component(inner, shop),
      within("a", shop, 1),
      within("b", inner, 2),
      within("c", stack, 4),
    ],
    priceList,
  );
  const sum = { currency: "EUR", before: "0.00", after: "147.75", difference: "147.75" };
  expect(components).toEqual([{ urn: shop, name: "shop", ...sum }]);
});

test("drift costs are listed beside the change, not in its totals", async () => {
  const drifted = [
    onCluster("update", side(cluster([vm(1)])), side(cluster([vm(3)])), "grown"),
    onCluster("delete", side(cluster([bm(1)])), null, "missing"),
  ];
  const { drift, monthly, costs } = await moneyOf([], priceList, drifted);
  expect(drift).toEqual([{ currency: "EUR", before: "949.25", after: "147.75", difference: "-801.50" }]);
  expect({ monthly, costs }).toEqual({ monthly: [], costs: [] });
});

test("at the expected usage a cluster has the nodes that the file names, within the bounds of each pool", async () => {
  const pools = [
    { ...vm(1), name: "general", maxNodeCount: 5 },
    { ...vm(2), name: "fixed" },
  ];
  const steps = [
    onCluster("create", null, side(cluster(pools)), "web"),
    onCluster("create", null, side(cluster(pools)), "other"),
  ];
  const after = async (usage: Usage) => (await moneyOf(atUsage(steps, usage), priceList)).monthly[0]?.after;
  expect(await after({})).toBe("295.50");
  expect(await after({ web: { general: 3, fixed: 9, none: 7 }, gone: { general: 9 } })).toBe("394.00");
  expect(await after({ web: { general: 99 } })).toBe("492.50");
  expect(await after({ web: { general: 0 } })).toBe("295.50");
});

test.each([
  ["no JSON", "{", "JSON"],
  ["a number of nodes that is none", '{"web": {"general": -1}}', "web.general"],
  ["nodes without a pool", '{"web": 3}', "web: "],
])("a file of expected usage with %s is refused with its form", async (_, text, reason) => {
  const folder = mkdtempSync(join(tmpdir(), "usage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "usage.json");
  writeFileSync(file, text);
  const error = await readUsage(file).catch((error: Error) => error);
  expect(error).toMatchObject({ message: expect.stringContaining(reason) });
  expect(error).toMatchObject({ message: expect.stringContaining('{"web": {"general": 5}}') });
});

test("the maximum of an autoscaled cluster is reported beside its minimum", async () => {
  const scaled = side(cluster([{ ...vm(1), maxNodeCount: 5 }, vm(1)]));
  const { costs } = await moneyOf([onCluster("update", side(cluster([vm(2)])), scaled)], priceList);
  expect(costs).toMatchObject([{ before: "98.50", after: "98.50", maximumBefore: "98.50", maximumAfter: "295.50" }]);
});

test("nodes of a cluster without a price use a reservation, and are subtracted from nothing", async () => {
  const hidden: PriceOfCluster = async (inputs, urn) =>
    (inputs.pools as Pool[]).length > 1 ? { reason: "hidden" } : priceList(inputs, urn);
  const steps = [
    onMetal("same", side(metal(2), active), null),
    onCluster("create", null, side(cluster([bm(2), vm(1)])), "hidden"),
    onCluster("create", null, side(cluster([bm(1)])), "priced"),
  ];
  const money = await moneyOf(steps, hidden);
  expect(money.monthly).toMatchObject([{ before: "0.00", after: "900.00" }]);
  expect(money.unpriced).toMatchObject([{ name: "hidden" }]);
  expect(money.reserved).toEqual([]);
});

test("unknown values are no price, and do not lower the total", async () => {
  const open = { ...cluster([]), pools: [{ ...bm(2), minNodeCount: unknown }] };
  const steps = [onMetal("same", side(metal(2), active), null), onCluster("create", null, side(open))];
  const money = await moneyOf(steps, priceList);
  expect(money).toMatchObject({
    monthly: [],
    unpriced: [{ reason: expect.stringContaining("only during the update") }],
  });
});

test("a cluster takes its nodes, volumes and addresses from the quotas, and what is no virtual machine none of them", () => {
  const virtual = { ...vm(2), bootVolumeSize: 50, isPublicIpv4: true };
  const created = onCluster("create", null, side(cluster([virtual, bm(3)])));
  expect(Object.fromEntries(quotaChanges([created]))).toEqual({
    "76 clusterCount": 1,
    "76 externalIpCount": 2,
    "76 vmCount": 2,
    "76 volumeCount": 2,
    "76 servergroupCount": 1,
    "76 volumeSize": 100,
    "76 cpuCount": 4,
  });
});

test("adopted and retained objects use the quotas as before", () => {
  const adopted = onCluster("create", null, side({ ...cluster([vm(2)]), __adopt: "1/76/edge" }));
  const retained = onCluster("delete", side(cluster([vm(2)]), {}, { retainOnDelete: true }), null);
  expect([...quotaChanges([adopted, retained])]).toEqual([]);
  expect(operationsOf([adopted], {}).operations).toMatchObject([{ operation: "import" }]);
});

test("an object that is only deleted with another one stays and costs money", async () => {
  const template = step("cdn:RuleTemplate", "delete", side({}), null);
  const deleted = onCluster("delete", side(cluster([vm(2)])), null);
  const resources = [{ urn: deleted.urn, type: deleted.type, deletedWith: template.urn }];
  const figures = async (...steps: EngineStep[]) => {
    const known = withCompanions(steps, { resources, pending_operations: [] });
    const { monthly } = await moneyOf(known, priceList);
    const [first] = operationsOf(known, {}).operations.filter(({ urn }) => urn === deleted.urn);
    return [first?.operation, monthly[0]?.difference, quotaChanges(known).size > 0];
  };
  expect(await figures(template, deleted)).toEqual(["abandon", "0.00", false]);
  expect(await figures(deleted)).toEqual(["delete", "-98.50", true]);
});

test("a replacement whose old object an interrupted update has deleted is a creation", async () => {
  const [old, now] = [side(cluster([vm(2)])), side(cluster([vm(3)], 4))];
  const steps = ["replace", "create-replacement"].map((op) => onCluster(op, old, now));
  const [{ urn = "", type = "" } = {}] = steps;
  const shown = async (pendingReplacement: boolean) => {
    const state = { resources: [{ urn, type, pendingReplacement }], pending_operations: [] };
    const left = withoutDeleted(steps, state);
    const { monthly } = await moneyOf(left, priceList);
    return [operationsOf(left, {}).operations.map(({ operation }) => operation), monthly[0]?.difference];
  };
  expect(await shown(true)).toEqual([["create"], "147.75"]);
  expect(await shown(false)).toEqual([["replace"], "49.25"]);
});

test("a deleted binding reservation shows the cost still owed, and that the update would be refused", () => {
  const prices = { commitPriceTotal: "8400.00", currencyCode: "EUR" };
  const find = (outputs: object) => {
    const old = side(metal(2), { ...active, amountPrices: prices, ...outputs });
    return operationsOf([onMetal("delete", old, null)], {}).operations[0];
  };
  const payable = "the commitment of 8400.00 EUR stays payable until 2027-11-21: status ACTIVATED cannot be cancelled";
  expect(find({})).toMatchObject({ payable, obstacle: expect.stringContaining('onDelete: "abandon"') });
  expect(find({ onDelete: "abandon" })).toMatchObject({ operation: "abandon", payable, losses: [] });
  expect(find({ onDelete: "abandon" })?.obstacle).toBeUndefined();
  expect(find({ status: "CREATED" })).toMatchObject({ losses: [expect.stringContaining("is cancelled")] });
  expect(find({ status: "CREATED" })?.payable).toBeUndefined();
  expect(find({ status: "EXPIRED" })).toMatchObject({ operation: "abandon", ended: "EXPIRED", losses: [] });
  const replaced = onMetal("replace", side(metal(2), { ...active, amountPrices: prices }), side(metal(3)));
  expect(operationsOf([replaced], {}).operations[0]).toMatchObject({ operation: "replace", payable });
});

/** Objects on a monthly bill, independent of the engine's steps. */
interface Bill {
  clusters: { regionId: number; pools: Pool[] }[];
  reservations: { regionId: number; flavor: string; nodes: number; perMonth: number }[];
}

function billOf({ clusters, reservations }: Bill): bigint {
  const left = new Map<string, number>();
  let sum = 0n;
  for (const { regionId, flavor, nodes, perMonth } of reservations) {
    sum += microsOf(perMonth) ?? 0n;
    left.set(`${regionId} ${flavor}`, (left.get(`${regionId} ${flavor}`) ?? 0) + nodes);
  }
  for (const { regionId, pools } of clusters)
    for (const { flavorId, minNodeCount } of pools) {
      const paid = Math.min(minNodeCount, left.get(`${regionId} ${flavorId}`) ?? 0);
      left.set(`${regionId} ${flavorId}`, (left.get(`${regionId} ${flavorId}`) ?? 0) - paid);
      sum += BigInt(minNodeCount - paid) * priceOf(flavorId);
    }
  return sum;
}

const region = fc.constantFrom(76, 80);
const pools = fc.array(
  fc.record({ flavorId: fc.constantFrom(...Object.keys(prices)), minNodeCount: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 3 },
);
const clusterFate = fc.constantFrom(
  "create",
  "adopt",
  "import",
  "same",
  "update",
  "delete",
  "retain",
  "replace",
  "replace-retain",
);
const someCluster = fc.record({
  kind: fc.constant("cluster" as const),
  fate: clusterFate,
  regionId: region,
  old: pools,
  now: pools,
});
const someReservation = fc.record({
  kind: fc.constant("reservation" as const),
  fate: fc.constantFrom("create", "adopt", "same", "update", "delete", "retain", "replace"),
  regionId: region,
  flavor: fc.constantFrom("bm1-hf-medium", "bm2-hf-large"),
  nodes: fc.integer({ min: 1, max: 5 }),
  perMonth: fc.integer({ min: 1, max: 5_000 }),
  newNodes: fc.integer({ min: 1, max: 5 }),
  newPerMonth: fc.integer({ min: 1, max: 5_000 }),
  status: fc.constantFrom("CREATED", "APPROVED", "RESERVED", "WAITING_FOR_PAYMENT", "ACTIVATED", "EXPIRED", "REJECTED"),
});
type SomeCluster = typeof someCluster extends fc.Arbitrary<infer T> ? T : never;
type SomeReservation = typeof someReservation extends fc.Arbitrary<infer T> ? T : never;

/** The engine's operation for a fate, if the names differ. */
const opOf: Record<string, string> = { adopt: "create", retain: "delete", "replace-retain": "replace" };

/** Adds a cluster to both bills according to its fate. Returns the engine's step for the cluster. */
function addCluster(one: SomeCluster, name: string, before: Bill, after: Bill): EngineStep {
  const { fate, regionId } = one;
  const [old, now] = [cluster(one.old, regionId), cluster(one.now, regionId)];
  const exists = { create: [[], [now]], adopt: [[now], [now]], import: [[now], [now]], same: [[old], [old]] };
  const changes = { update: [[old], [now]], delete: [[old], []], retain: [[old], [old]], replace: [[old], [now]] };
  const all = { ...exists, ...changes, "replace-retain": [[old], [old, now]] };
  const [was, is] = all[fate as keyof typeof all];
  before.clusters.push(...(was ?? []));
  after.clusters.push(...(is ?? []));
  const op = opOf[fate] ?? fate;
  const isNew = op === "create" || op === "import";
  const made = side(fate === "same" ? old : fate === "adopt" ? { ...now, __adopt: "x" } : now);
  const gone = isNew ? null : side(old, {}, { retainOnDelete: fate.includes("retain") });
  return onCluster(op, gone, op === "delete" ? null : made, name);
}

function addReservation(one: SomeReservation, name: string, before: Bill, after: Bill): EngineStep {
  const { fate, regionId, flavor, status } = one;
  const ended = status === "EXPIRED" || status === "REJECTED";
  const old = { regionId, flavor, nodes: one.nodes, perMonth: one.perMonth };
  const now = { regionId, flavor, nodes: one.newNodes, perMonth: one.newPerMonth };
  const stays = fate === "retain" || status !== "CREATED";
  const isNew = fate === "create" || fate === "adopt";
  if (!isNew && !ended) before.reservations.push(old);
  if (!isNew && !ended && (["same", "update"].includes(fate) || stays)) after.reservations.push(old);
  if (fate === "adopt") before.reservations.push(now);
  if (isNew || fate === "replace") after.reservations.push(now);
  const inputs = ({ nodes, perMonth }: typeof old) => metal(nodes, { flavor, perMonth, regionId });
  const op = opOf[fate] ?? fate;
  const made = fate === "adopt" ? { ...inputs(now), __adopt: "7" } : inputs(isNew || fate === "replace" ? now : old);
  const gone = isNew ? null : side(inputs(old), { status }, { retainOnDelete: fate === "retain" });
  return onMetal(op, gone, op === "delete" ? null : side(made), name);
}

test("the difference equals the difference of the bills for any combination of changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(someCluster, someReservation), { maxLength: 7 }), async (resources) => {
      const [before, after]: [Bill, Bill] = [
        { clusters: [], reservations: [] },
        { clusters: [], reservations: [] },
      ];
      const steps = resources.map((one, index) =>
        one.kind === "cluster"
          ? addCluster(one, `c${index}`, before, after)
          : addReservation(one, `r${index}`, before, after),
      );
      const money = await moneyOf(steps, priceList);
      expect(money.unpriced).toEqual([]);
      const [sum] = money.monthly;
      expect(money.monthly.length).toBeLessThanOrEqual(1);
      expect(sum?.difference ?? "0.00").toBe(decimalOf(billOf(after) - billOf(before)));
      for (const total of [sum?.before, sum?.after]) expect(microsOf(total ?? "0") ?? -1n).toBeGreaterThanOrEqual(0n);
      const { operations, same } = operationsOf(steps, {});
      const counts = Object.values(countsOf(operations, same, [])).reduce((total, count) => total + count, 0);
      expect(counts).toBe(resources.length);
    }),
    { numRuns: 500 },
  );
});

const own = { costs: [{ before: "12.50" }], unpriced: [] };
const none = { costs: [], unpriced: [{ reason: "it carries no quote" }] };

test.each([
  [{ commitPricePerMonth: "12.5", currencyCode: "EUR" }, own],
  [{ commit_price_per_month: 12.5, currency_code: "EUR" }, own],
  [{ commitPricePerMonth: "12.5" }, none],
  [undefined, none],
])(
  "an adopted reservation, which was never quoted, costs what its own prices are: %j",
  async (amountPrices, expected) => {
    const { quote: _, ...inputs } = metal(2);
    const old = side(inputs, { status: "ACTIVATED", amountPrices });
    expect(await moneyOf([onMetal("delete", old, null)], priceList)).toMatchObject(expected);
  },
);

test("a cluster whose pools are secret because of one label has its price, or a reason without a plaintext", async () => {
  const secret = (below: object) => ({ [signatureKey]: secretSignature, ...below });
  const clear = (nodes: number) => secret({ plaintext: JSON.stringify([{ ...vm(nodes), labels: { a: secret({}) } }]) });
  const hidden = side({ ...cluster([]), pools: secret({ ciphertext: "[secret]" }) });
  const update = onCluster("update", hidden, hidden);
  const state = new Map([[update.urn, { ...update, inputs: { pools: clear(1) } }]]);
  const plan = { resourcePlans: { [update.urn]: { goal: { inputDiff: { updates: { pools: clear(2) } } } } } } as never;
  const { monthly } = await moneyOf([withPlaintexts(update, { state, plan })], priceList);
  expect(monthly).toMatchObject([{ before: "49.25", after: "98.50" }]);
  const { costs, unpriced } = await moneyOf([withPlaintexts(update, { state, plan: undefined })], priceList);
  expect({ costs, unpriced }).toMatchObject({ costs: [], unpriced: [{ reason: "its pools are secret" }] });
});

test("a secret that is not a list stays a secret, because figures name regions and flavors", () => {
  const secret = { [signatureKey]: secretSignature, plaintext: "902220202" };
  const regionId = { [signatureKey]: secretSignature };
  const create = onCluster("create", null, side({ ...cluster([vm(1)]), regionId }));
  const plan = { resourcePlans: { [create.urn]: { goal: { inputDiff: { adds: { regionId: secret } } } } } } as never;
  expect(withPlaintexts(create, { state: new Map(), plan }).new?.inputs).toMatchObject({ regionId });
  expect(JSON.stringify(withPlaintexts(create, { state: new Map(), plan }))).not.toContain("902220202");
});
