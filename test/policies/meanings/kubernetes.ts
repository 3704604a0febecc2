import fc from "fast-check";
import { type Case, cluster, pool, reservation, template } from "../../helpers/declared.ts";
import { each, type Meaning, of, random } from "./meaning.ts";

const pools = (...changes: Record<string, unknown>[]) => cluster({ pools: changes.map(pool) });
/** A cluster in which one of several pools has a change. */
const among = (changes: Record<string, unknown>, config?: Case["config"]) =>
  fc.tuple(fc.nat(3), fc.nat(3)).map(([before, after]): Case & { place: number } => {
    const others = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => ({ name: `${name}${at}` }));
    const resources = [pools(...others(before, "a"), changes, ...others(after, "b"))];
    return { resources, place: before, ...(config && { config }) };
  });
/** The same, with the message about the changed pool. */
const amongWith = (changes: Record<string, unknown>, message: string, config?: Case["config"]) =>
  among(changes, config).map((given) => ({ ...given, message: `pools[${given.place}].${message}` }));

const one = (changes: Record<string, unknown>, config?: Case["config"]): Case => ({
  resources: [cluster(changes)],
  ...(config && { config }),
});
const reserved = (changes: Record<string, unknown>, config?: Case["config"]): Case => ({
  resources: [reservation(changes)],
  ...(config && { config }),
});
const choice = (allowed: readonly unknown[]) => `${allowed.length === 1 ? "" : "one of "}${allowed.join(", ")}`;
const item = (resourceName: string) => ({ resourceName, resourceType: "flavor", resourceValue: 1 });

/** Ids that are not among the allowed ones. */
const otherThan = (allowed: readonly number[]) => fc.nat(200).filter((id) => !allowed.includes(id));
const placed = (field: string, config: string): Meaning => ({
  bypass: each([[1], [76], [1, 76, 80]], (allowed) =>
    otherThan(allowed).map((id) => ({
      ...one({ [field]: id }, { [config]: allowed }),
      message: `${field}: must be ${choice(allowed)}; got ${id}`,
    })),
  ),
  honest: [
    ...each([[1], [76], [1, 76, 80]], (allowed) =>
      of(...allowed).map((id) => one({ [field]: id }, { [config]: allowed })),
    ),
    fc.nat(200).map((id) => one({ [field]: id })),
    fc.constant(one({ [field]: undefined }, { [config]: [1] })),
  ],
});
const regions = placed("regionId", "regions");

const flavorLists = [["g1-standard-*"], ["x", "g1-standard-*"]];
const allowedFlavors: Meaning = {
  bypass: [
    ...each(["g2-gpu-8-32", "xg1-standard-2-4", "g1xstandard-2-4", "G1-STANDARD-2-4", "xx", ""], (flavorId) =>
      of(...flavorLists).chain((flavors) =>
        amongWith({ flavorId }, `flavorId: must be ${choice(flavors)}; got ${JSON.stringify(flavorId)}`, { flavors }),
      ),
    ),
    ...each(flavorLists, (flavors) => ({
      ...reserved({ resources: [item("g1-standard-1"), item("bm2-huge")] }, { flavors }),
      message: `resources[1].resourceName: must be ${choice(flavors)}; got "bm2-huge"`,
    })),
  ],
  honest: [
    ...each(["x", "g1-standard-", "g1-standard-8-16", "g1-standard-a\nb"], (flavorId) =>
      among({ flavorId }, { flavors: ["x", "g1-standard-*"] }),
    ),
    ...each(["bm1-", "x"], (name) => reserved({ resources: [item(name), item("x")] }, { flavors: ["x", "bm1-*"] })),
    random(1, 9).chain((flavorId) => among({ flavorId })),
    random(1, 9).map((name) => reserved({ resources: [item(name)] })),
  ],
};

const version = fc.tuple(of(1, 2), fc.nat(40), fc.nat(12));
const spelledVersion = (numbers: readonly number[]) => of("", "v").map((lead) => `${lead}${numbers.join(".")}`);
const pairOf = (isLower: boolean) =>
  fc
    .tuple(version, version)
    .map(([one, other]) => [one, other].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]))
    .filter(([one, other]) => !isLower || String(one) !== String(other))
    .chain(([lower = [1, 0, 0], higher = [1, 0, 0]]) =>
      fc.tuple(spelledVersion(isLower ? lower : higher), spelledVersion(isLower ? higher : lower)),
    );

const minimumVersion: Meaning = {
  bypass: [
    pairOf(true).map(([found, minimum]) => ({
      ...one({ version: found }, { minimum }),
      message: `version: must be at least ${minimum}; got ${found}`,
    })),
    ...each(["1.9.12", "v1.30.99", "1.30", "v1.30.0-rc.9", "latest", "", "1", "v"], (found) =>
      one({ version: found }, { minimum: "1.31" }),
    ),
  ],
  honest: [
    pairOf(false).map(([found, minimum]) => one({ version: found }, { minimum })),
    version
      .chain((numbers) => fc.tuple(spelledVersion(numbers), spelledVersion(numbers)))
      .map(([found, minimum]) => one({ version: found }, { minimum })),
    ...each(["1.31", "v1.31.0", "1.31.0-gke.7", "v2.0.0"], (found) => one({ version: found }, { minimum: "1.31" })),
    ...each(["1.31.9-rc.1", "v1.31.9+k3s1"], (minimum) => one({ version: "1.31.9" }, { minimum })),
    fc.constant(one({ version: "1.0.0" })),
    fc.constant(one({ version: undefined }, { minimum: "1.31" })),
  ],
};

const allowedVersions: Meaning = {
  bypass: [
    ...each(["v1.29.1", "1.29.1", "v1.310.1", "1x31.9", "vv1.31.9", "11.31.9", ""], (found) =>
      of(["1.31.*"], ["v1.31.*"], ["v", "1.31.*", "v1.30.1"]).map((versions) => ({
        ...one({ version: found }, { versions }),
        message: `version: must be ${choice(versions)}; got ${found}`,
      })),
    ),
  ],
  honest: [
    ...each(["1.31.9", "v1.31.9", "v1.31.10", "1.30.1", "v1.30.1"], (found) =>
      of(["1.31.*", "v1.30.1"], ["v1.31.*", "1.30.1"], ["v1.3*"], ["*"]).map((versions) =>
        one({ version: found }, { versions }),
      ),
    ),
    spelledVersion([1, 2, 3]).map((found) => one({ version: found })),
    fc.constant(one({ version: undefined }, { versions: ["v1.31.*"] })),
  ],
};

const countsInOrder: Meaning = {
  bypass: [
    fc
      .tuple(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 1, max: 200 }))
      .chain(([min, less]) =>
        amongWith(
          { minNodeCount: min, maxNodeCount: Math.max(1, min - less) },
          `maxNodeCount: must be at least minNodeCount (${min}); got ${Math.max(1, min - less)}`,
        ),
      ),
    fc
      .tuple(of(1, 2), fc.nat(5))
      .chain(([headroom, min]) =>
        amongWith(
          { minNodeCount: min, maxNodeCount: min + headroom - 1 },
          `maxNodeCount: must be at least minNodeCount (${min}) and ${headroom} more; got ${min + headroom - 1}`,
          { headroom },
        ),
      ),
  ],
  honest: [
    fc
      .tuple(fc.integer({ min: 1, max: 100 }), fc.nat(2))
      .chain(([min, headroom]) => among({ minNodeCount: min, maxNodeCount: min + headroom }, { headroom })),
    ...each([0, 1, 200], (headroom) =>
      one({ pools: [pool({ minNodeCount: 0, maxNodeCount: headroom })] }, { headroom }),
    ),
    ...each(["minNodeCount", "maxNodeCount"], (missing) =>
      one({ pools: [pool({ minNodeCount: 9, maxNodeCount: 1, [missing]: undefined })] }),
    ),
  ],
};

const period: Meaning = {
  bypass: [
    ...each(["MONTHS24", "months12", "MONTHS12 ", ""], (given) => ({
      ...reserved({ period: given }),
      message: `period: must be MONTHS12 or MONTHS36; got ${JSON.stringify(given)}`,
    })),
    fc.constant({ ...reserved({ period: "MONTHS36" }, { allowed: ["MONTHS12"] }), message: "must be MONTHS12; got" }),
  ],
  honest: [
    ...each(["MONTHS12", "MONTHS36"], (given) => reserved({ period: given })),
    ...each(["MONTHS12", "MONTHS36"], (given) => reserved({ period: given }, { allowed: [given] })),
    fc.constant(reserved({ period: "MONTHS36" }, { allowed: ["MONTHS12", "MONTHS36"] })),
    fc.constant(reserved({ period: undefined })),
  ],
};

const costly = [() => cluster({}, { protect: false }), () => reservation({}, { protect: false })];
const protectedResources: Meaning = {
  bypass: [
    ...each(costly, (made) =>
      random(1, 9).map((name) => ({
        resources: [{ ...made(), name }],
        message: `"${name}" must have the option protect: true`,
      })),
    ),
    ...each(costly, (made) => ({ resources: [made()], config: { names: ["x", "e*", "*al"] } })),
    fc.constant({ resources: [template()], config: { types: ["cdn.RuleTemplate"] } }),
  ],
  honest: [
    ...each(costly, (made) => ({ resources: [{ ...made(), protect: true }] })),
    ...each(costly, (made) => ({ resources: [made()], config: { names: ["x", "dg", "e", "metal-*"] } })),
    ...each(costly, (made) => ({ resources: [made()], config: { types: ["cdn.RuleTemplate"] } })),
    fc.constant({ resources: [template()] }),
  ],
};

const nothing = [false, null, undefined];

export const kubernetesMeanings: Readonly<Record<string, Meaning>> = {
  "allowed-projects": placed("projectId", "projects"),
  "allowed-regions": {
    bypass: [...regions.bypass, otherThan([76]).map((regionId) => reserved({ regionId }, { regions: [76] }))],
    honest: [...regions.honest, fc.constant(reserved({ regionId: 76 }, { regions: [1, 76] }))],
  },
  "allowed-flavors": allowedFlavors,
  "kubernetes-allowed-versions": allowedVersions,
  "kubernetes-minimum-version": minimumVersion,
  "pool-counts-in-order": countsInOrder,
  "protected-resources": protectedResources,
  "reservation-period": period,
  "pool-auto-healing": {
    bypass: each(nothing, (value) =>
      amongWith({ autoHealingEnabled: value }, "autoHealingEnabled: must be true; it is off"),
    ),
    honest: [among({ autoHealingEnabled: true })],
  },
  "pool-no-public-ipv4": {
    bypass: [amongWith({ isPublicIpv4: true }, "isPublicIpv4: must be false; got true")],
    honest: each(nothing, (value) => among({ isPublicIpv4: value })),
  },
  "pool-minimum-nodes": {
    bypass: [
      ...each([0, 1], (minNodeCount) =>
        amongWith({ minNodeCount }, `minNodeCount: must be at least 2; got ${minNodeCount}`),
      ),
      fc.integer({ min: 3, max: 200 }).map((nodes) => ({
        resources: [pools({ minNodeCount: nodes }, { minNodeCount: nodes - 1 })],
        ...{ config: { nodes }, message: `pools[1].minNodeCount: must be at least ${nodes}; got ${nodes - 1}` },
      })),
    ],
    honest: [
      ...each([2, 3], (nodes) =>
        fc.integer({ min: nodes, max: 5 }).chain((minNodeCount) => among({ minNodeCount }, { nodes })),
      ),
      ...each([1, 200], (nodes) => one({ pools: [pool({ minNodeCount: nodes })] }, { nodes })),
    ],
  },
};
