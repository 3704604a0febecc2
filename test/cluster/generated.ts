import { clusterPatch, poolPatch } from "@cloudplatform/pulumi/api";
import { fieldNames, fromWire } from "@cloudplatform/pulumi/schema";
import fc from "fast-check";
import { z } from "zod";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";

type Pool = ClusterInputs["pools"][number];

const changeable = fieldNames(clusterPatch);

/** Any subset of the contract's optional fields, in the user's spelling. */
const settings = fc
  .tuple(arbitraryOf(clusterPatch), fc.subarray(changeable))
  .map(([wire, names]): Partial<ClusterInputs> => {
    const all: Properties = fromWire(clusterPatch, wire as z.output<typeof clusterPatch>);
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  });

const chosenByHand = ["min_node_count", "max_node_count", "node_count", "labels", "taints"];

const others = z.object(
  Object.fromEntries(Object.entries(poolPatch.shape).filter(([name]) => !chosenByHand.includes(name))),
);

/** Pool fields that change in place, except those with values chosen by hand so that they match each other. */
const changing = arbitraryOf(others).map((wire): Partial<Pool> => fromWire(others, wire));

const texts = fc.dictionary(fc.constantFrom("tier", "team", "a.b/c"), fc.constantFrom("x", "y", ""), { maxKeys: 2 });
const counts = fc.record({ min: fc.integer({ min: 1, max: 4 }), more: fc.option(fc.integer({ min: 0, max: 3 })) });

const common = {
  labels: fc.option(texts, { nil: undefined }),
  taints: fc.option(
    fc.dictionary(fc.constantFrom("dedicated", "gpu"), fc.constantFrom("edge:NoSchedule", ":NoExecute")),
    {
      nil: undefined,
    },
  ),
  isPublicIpv4: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
  kubeletConfig: fc.option(fc.constantFrom({ maxPods: "110" }, { maxPods: "50" }), { nil: undefined, freq: 1 }),
};

const virtual = fc.record({
  ...common,
  flavorId: fc.constantFrom("g1-standard-2-4", "a1-standard-2-4"),
  bootVolumeSize: fc.constantFrom(10, 50),
  bootVolumeType: fc.constantFrom("standard" as const, "ssd_hiiops" as const),
  servergroupPolicy: fc.constantFrom("affinity" as const, "soft-anti-affinity" as const),
});
const metal = fc.record({ ...common, flavorId: fc.constantFrom("bm1-hf-medium", "bm1-hf-small") });

const pool = (name: string): fc.Arbitrary<Pool> =>
  fc.tuple(fc.oneof(virtual, metal), changing, counts).map(([fixed, rest, { min, more }]) => {
    const maxNodeCount = more === null ? undefined : min + more;
    return { ...fixed, ...rest, name, minNodeCount: min, maxNodeCount };
  });

const pools = fc
  .subarray(["a", "b-2", "c"], { minLength: 1 })
  .chain((names) => fc.tuple(...names.map(pool)))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }));

/** The next version: the same, a patch, or a minor version. */
export type VersionStep = "same" | "patch" | "minor";

/** A cluster declaration without its identity, and the step to the next version. */
export const declarations = fc.record({
  step: fc.constantFrom<VersionStep[]>("same", "same", "patch", "minor"),
  bareVersion: fc.boolean(),
  settings,
  inputs: fc.record({
    pools,
    isIpv6: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
    podsIpPool: fc.option(fc.constantFrom("10.1.0.0/16", "172.16.0.0/18"), { nil: undefined, freq: 1 }),
    keypair: fc.constantFrom("ops", "ops", "ops", "dev"),
  }),
});

const patches = [1, 9, 13];

/** Returns the version after each step: `v1.28.1`, `1.28.9`, … */
export function versionsOf(all: readonly { step: VersionStep; bareVersion: boolean }[]): string[] {
  let minor = 28;
  let patch = 0;
  return all.map(({ step, bareVersion }, index) => {
    if (index > 0 && step === "patch") patch = Math.min(patch + 1, patches.length - 1);
    if (index > 0 && step === "minor") minor++;
    return `${bareVersion ? "" : "v"}1.${minor}.${patches[patch]}`;
  });
}
