import { limits } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { type Case, cluster, type Declared, pool, reservation, template } from "../../helpers/declared.ts";
import { unknownText } from "../one-unknown.ts";
import { each, type Meaning, of, type Violation } from "./meaning.ts";

const { min, max } = limits.quotas.notificationThreshold;
const others = [reservation(), template()];
const pools = (name: string, ...changes: Record<string, unknown>[]): Declared =>
  cluster({ name, pools: changes.map(pool) }, { name });

/** Pools with their greatest number of nodes, one of them without a maximum, in one or two clusters. */
const grown = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
  )
  .map(([maxima, fixed, isTwo]) => {
    const growing = maxima.map((maxNodeCount) => ({ minNodeCount: 1, maxNodeCount }));
    const last = { minNodeCount: fixed, maxNodeCount: undefined };
    const resources = isTwo ? [pools("a", ...growing), pools("b", last)] : [pools("a", ...growing, last)];
    return { resources: [...others, ...resources], total: maxima.reduce((sum, one) => sum + one, fixed) };
  });

const maximumNodes: Meaning = {
  bypass: [
    grown.map(({ resources, total }) => ({
      ...{ resources, config: { nodes: Math.max(1, total - 1) } },
      message: `pools may grow to ${total} nodes; ${total - 1} are allowed`,
    })),
    // What is not known hides nothing that is known.
    fc.constant({
      resources: [pools("a", { maxNodeCount: unknownText }, { maxNodeCount: 9 })],
      ...{ config: { nodes: 8 }, message: "pools may grow to 9 nodes; 8 are allowed" },
    }),
  ],
  honest: [
    grown.map(({ resources, total }) => ({ resources, config: { nodes: total } })),
    grown.map(({ resources }) => ({ resources })),
    fc.constant({
      resources: [pools("a", { minNodeCount: undefined, maxNodeCount: undefined })],
      config: { nodes: 1 },
    }),
  ],
};

const named = (changes: Record<string, unknown>, name: string) => cluster(changes, { name });
const places = ["projectId", "regionId"];
const uniqueNames: Meaning = {
  bypass: [
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).map(([projectId, regionId]) => ({
      resources: [
        ...others,
        named({ projectId, regionId }, "first"),
        named({ projectId: 10, regionId }, "other"),
        named({ projectId, regionId }, "second"),
      ],
      message: `"second" and "first" are both ${projectId}/${regionId}/edge-1`,
    })),
    // Both clusters have the provider's setting.
    ...each([places, ["projectId"], ["regionId"]], (omitted) => {
      const changes = Object.fromEntries(omitted.map((field) => [field, undefined]));
      return { resources: [named(changes, "first"), named(changes, "second")], message: "provider's setting" };
    }),
  ],
  honest: [
    ...each([...places, "name"], (field) =>
      fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 3 }).map((values) => ({
        resources: [
          ...others,
          ...values.map((value) => named({ [field]: field === "name" ? `n${value}` : value }, `c${value}`)),
        ],
      })),
    ),
    ...each([...places, "name"], (field) => {
      const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:…" };
      return { resources: [named({ [field]: secret }, "first"), named({ [field]: secret }, "second")] };
    }),
    // A reservation may have the name of another one.
    fc.constant({ resources: [reservation(), reservation({}, { name: "second" })] }),
    fc.constant({ resources: [named({ name: undefined }, "first"), named({ name: undefined }, "second")] }),
  ],
};

type Quotas = Record<string, number>;

/** What a pool adds to the usage of quotas, by name. */
function needOf({
  nodes,
  flavor,
  isPublic,
  gib,
}: {
  nodes: number;
  flavor: string;
  isPublic: boolean;
  gib: number | undefined;
}): Quotas {
  const size = /^[ga].*-(\d+)-\d+$/.exec(flavor)?.[1];
  return {
    cluster_count: 1,
    ...(isPublic && { external_ip_count: nodes }),
    ...(/^[ga]/.test(flavor) && {
      ...{ vm_count: nodes, volume_count: nodes, servergroup_count: 1, volume_size: nodes * (gib ?? 0) },
      ...(size !== undefined && { cpu_count: nodes * Number(size) }),
    }),
  };
}

const demand = fc.record({
  nodes: fc.integer({ min: 1, max: 9 }),
  flavor: of("g1-standard-4-8", "a2-cpu-2-4", "g1-fixed", "bm1-hf-medium"),
  isPublic: fc.boolean(),
  gib: of(undefined, 10, 50),
});
const names = [
  "cluster_count",
  "external_ip_count",
  "vm_count",
  "volume_count",
  "servergroup_count",
  "volume_size",
  "cpu_count",
];
const demanding = ({ nodes, flavor, isPublic, gib }: Parameters<typeof needOf>[0]) =>
  pool({ minNodeCount: nodes, maxNodeCount: 20, flavorId: flavor, isPublicIpv4: isPublic, bootVolumeSize: gib });

/** A cluster that takes from one quota exactly what is left below the threshold, or one less. */
const taking = (isTooMuch: boolean) =>
  each(names, (name) =>
    demand
      .filter((one) => (needOf(one)[name] ?? 0) > 0)
      .map((one): Violation => {
        const growth = needOf(one)[name] ?? 0;
        const [limit, threshold] = [1000, min];
        const usage = limit * (threshold / 100) - growth - (isTooMuch ? 0 : 1);
        return {
          before: [],
          resources: [...others, cluster({ pools: [demanding(one)] })],
          config: { threshold, quotas: { 76: { [name]: { limit, usage } }, 7: { [name]: { limit: 1, usage: 1 } } } },
          ...(isTooMuch && {
            message: `region 76: ${name} would be ${usage + growth} of ${limit}, at or above the threshold of ${min} % (${usage} in use, ${growth} more requested)`,
          }),
        };
      }),
  );
const full = Object.fromEntries(names.map((name) => [name, { limit: 100, usage: 100 }]));
const growing = (before: Declared[], resources: Declared[]): Case => ({
  before,
  resources,
  config: { quotas: { 76: full, 80: full } },
});

const quotaHeadroom: Meaning = {
  bypass: [
    ...taking(true),
    // A cluster in another region is new there, whether or not it has the same name.
    fc.constant({ ...growing([cluster()], [cluster({ regionId: 80 })]), message: "region 80: cluster_count" }),
    fc.constant({
      ...growing([cluster()], [cluster(), cluster({}, { name: "new" })]),
      message: "region 76: vm_count would be 103",
    }),
    // What one cluster frees is not counted for another.
    fc.constant({
      ...growing([cluster()], [pools("edge", { minNodeCount: 1 }), pools("new", { minNodeCount: 2 })]),
      message: "vm_count would be 102 of 100",
    }),
    // Two pools add up, and so do two clusters.
    fc.constant({
      ...growing([], [pools("a", { minNodeCount: 1 }, { minNodeCount: 2 })]),
      message: "vm_count would be 103 of 100",
    }),
    fc.constant({ ...growing([], [pools("a", {}), pools("b", {})]), message: "cluster_count would be 102 of 100" }),
    fc.constant({
      ...growing([cluster()], [pools("edge", { minNodeCount: 4 })]),
      message: "(100 in use, 1 more requested)",
    }),
    // A pool whose volumes have no size hides no other one.
    fc.constant({
      ...growing([], [pools("a", { bootVolumeSize: undefined }, { bootVolumeSize: 50 })]),
      message: "volume_size would be 250 of 100",
    }),
    // The smallest quota, and the default threshold.
    fc.constant({
      before: [],
      resources: [cluster()],
      config: { quotas: { 76: { cluster_count: { limit: 0, usage: 0 } } } },
    }),
    ...each([min, max], (threshold) => ({
      ...growing([], [cluster()]),
      config: { threshold, quotas: { 76: full } },
      message: `threshold of ${threshold} %`,
    })),
    fc.constant({
      before: [],
      resources: [cluster()],
      config: { quotas: { 76: { vm_count: { limit: 10, usage: 5 } } } },
      message: "threshold of 80 %",
    }),
  ],
  honest: [
    ...taking(false),
    ...each([cluster(), pools("edge", { minNodeCount: 1 })], (after) => growing([cluster()], [...others, after])),
    fc.constant(growing([cluster()], [cluster({}, { name: "new", aliases: [cluster()] })])),
    fc.constant(growing([cluster({}, { name: "x" }), cluster()], [cluster()])),
    fc.constant(growing([], [cluster({ regionId: 7 })])),
    fc.constant({ before: [], resources: [cluster()] }),
    fc.constant({
      before: [],
      resources: [cluster({ regionId: undefined })],
      config: { quotas: { 76: full } },
    }),
    // Bare metal nodes are no virtual machines.
    fc.constant({
      ...{ before: [], resources: [pools("a", { flavorId: "bm1-hf-medium" })] },
      config: { quotas: { 76: { ...full, cluster_count: { limit: 100, usage: 0 } } } },
    }),
    // Without a number of nodes or a flavor, a pool needs nothing that is known.
    ...each(["minNodeCount", "flavorId"], (field) => ({
      before: [],
      resources: [pools("a", { [field]: undefined })],
      config: { quotas: { 76: { ...full, cluster_count: { limit: 100, usage: 0 } } } },
    })),
  ],
};

export const stackMeanings: Readonly<Record<string, Meaning>> = {
  "stack-maximum-nodes": maximumNodes,
  "unique-cluster-names": uniqueNames,
  "quota-headroom": quotaHeadroom,
};
