import { habitTable } from "@cloudplatform/emulator";
import { type BehaviorName, readingNames, transitTable } from "@cloudplatform/pulumi/api";
import { valuesOf } from "../habits/covering.ts";
import type { Behavior } from "./walk.ts";

type Transit = keyof typeof transitTable;

/** Tested values of amounts, in reads or in seconds of the platform's clock: less than what is waited for at most. */
const amounts: Partial<Record<Transit, readonly number[]>> = {
  staleReads: [1, 6],
  staleSeconds: [400],
  listDelay: [400],
  clusterAfterTask: [400],
};

/** `foreign.test.ts` is about gateways, `transit-pairs.ts` adds them; bytes drip there without pauses, in `dripping.test.ts` in real time. */
const elsewhere: readonly string[] = ["gateway", "unknownPaths", "dripMs"];

/** What stands between, by the values that are walked; the first one changes nothing. A new one of the emulator is walked without being named here. */
export const transitValues: ReadonlyMap<BehaviorName, readonly (string | number)[]> = new Map(
  (Object.keys(transitTable) as Transit[])
    .filter((name) => !elsewhere.includes(name))
    .map((name) => {
      const habit = habitTable[name];
      return [name, habit.kind === "choice" ? habit.values : [0, ...(amounts[name] ?? [habit.max])]];
    }),
);

/** What the platform leaves open, likewise. */
const readings = readingNames.map((name): [BehaviorName, readonly (string | number)[]] => [name, valuesOf(name)]);

/** Each of them alone. */
export const singleBehaviors = [...transitValues, ...readings].flatMap(([name, values]) => {
  // The order of stale reads shows where reads are stale.
  const beside: Behavior = name === "staleOrder" ? { staleReads: 6 } : {};
  return values.slice(1).map((value): [string, Behavior] => [`${name} ${value}`, { ...beside, [name]: value }]);
});
