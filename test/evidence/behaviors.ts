import { behaviorTable } from "@cloudplatform/emulator";
import { type BehaviorName, readingNames, transitTable } from "@cloudplatform/pulumi/api";
import { valuesOf } from "../behaviors/covering.ts";
import type { Behavior } from "./walk.ts";

type Transit = keyof typeof transitTable;

/** Tested amounts, in reads or in seconds of the platform's clock. They are below the provider's maximum wait. */
const amounts: Partial<Record<Transit, readonly number[]>> = {
  staleReads: [1, 6],
  staleSeconds: [400],
  listDelay: [400],
  clusterAfterTask: [400],
};

/** Covered elsewhere: gateways by `foreign.test.ts` and `transit-pairs.ts`, dripping by the latter and, in real time, `dripping.test.ts`. */
const elsewhere: readonly string[] = ["gateway", "unknownPaths", "dripMs"];

/** Transit behaviors and their tested values; the first value has no effect. New behaviors of the emulator are included automatically. */
export const transitValues: ReadonlyMap<BehaviorName, readonly (string | number)[]> = new Map(
  (Object.keys(transitTable) as Transit[])
    .filter((name) => !elsewhere.includes(name))
    .map((name) => {
      const behavior = behaviorTable[name];
      return [name, behavior.kind === "choice" ? behavior.values : [0, ...(amounts[name] ?? [behavior.max])]];
    }),
);

/** The same for behaviors that the contract leaves open. */
const readings = readingNames.map((name): [BehaviorName, readonly (string | number)[]] => [name, valuesOf(name)]);

/** Each behavior alone. */
export const singleBehaviors = [...transitValues, ...readings].flatMap(([name, values]) => {
  // The order of stale reads matters only if reads are stale.
  const beside: Behavior = name === "staleOrder" ? { staleReads: 6 } : {};
  return values.slice(1).map((value): [string, Behavior] => [`${name} ${value}`, { ...beside, [name]: value }]);
});
