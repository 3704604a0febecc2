import { behaviorTable } from "@cloudplatform/emulator";
import { type BehaviorName, readingNames, transitTable } from "@cloudplatform/pulumi/api";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import { coveringRows, seeded, valuesOf } from "../behaviors/covering.ts";

type Transit = keyof typeof transitTable;

type Value = string | number;

/** Values of behaviors of the emulator, and of the disturbances below, by name. */
export type Behavior = Readonly<Record<string, Value>>;

/** Tested amounts, in reads or in seconds of the platform's clock. They are below the provider's maximum wait. */
const amounts: Partial<Record<Transit, readonly number[]>> = {
  staleReads: [1, 6],
  staleSeconds: [400],
  listDelay: [400],
  clusterAfterTask: [400],
};

/** Instead, `foreign` and `drip` disturb one request of each command. In real time: `dripping.test.ts`. */
const elsewhere: readonly string[] = ["gateway", "unknownPaths", "dripMs"];

const transit = (Object.keys(transitTable) as Transit[])
  .filter((name) => !elsewhere.includes(name))
  .map((name): [BehaviorName, readonly Value[]] => {
    const behavior = behaviorTable[name];
    return [name, behavior.kind === "choice" ? behavior.values : [0, ...(amounts[name] ?? [behavior.max])]];
  });

const readings = readingNames.map((name): [BehaviorName, readonly Value[]] => [name, valuesOf(name)]);

/**
 * Every behavior of the emulator with its tested values, and what else may happen: `foreign`: a gateway answers one read of each command
 * in this form; `drip`: one response of each command arrives byte by byte; `lost`: the first creation gets no clear response;
 * `machines`: each command runs on a machine without the notes of the others. The first value has no effect. New behaviors of the
 * emulator are included automatically.
 */
export const behaviorValues: ReadonlyMap<string, readonly Value[]> = new Map<string, readonly Value[]>([
  ...transit,
  ...readings,
  ["foreign", ["none", ...foreignForms]],
  ["drip", ["none", "GET", "POST"]],
  ["lost", ["none", "drop-after", "drop-before", "garbage"]],
  ["machines", ["one", "each"]],
]);

/** Each value alone. The order of stale reads matters only if reads are stale. */
const singles = [...behaviorValues].flatMap(([name, values]) =>
  values.slice(1).map((value): Behavior => ({ ...(name === "staleOrder" && { staleReads: 6 }), [name]: value })),
);

/** Each value alone, then each value with each value of every other behavior. */
export const behaviors: readonly Behavior[] = [...singles, ...coveringRows(behaviorValues, seeded(1))];

/** Names the values that have an effect. */
export function textOf(behavior: Behavior): string {
  const others = Object.entries(behavior).filter(([name, value]) => value !== behaviorValues.get(name)?.[0]);
  return others.map(([name, value]) => `${name} ${value}`).join(", ");
}
