import type { Reshape } from "./reshape/reshape.ts";
import type { Behavior } from "./table/behavior.ts";
import { optionBehaviors } from "./table/cdn-options.ts";
import { fieldBehaviors, taskBehaviors } from "./table/fields.ts";
import { handledBehaviors } from "./table/handled.ts";
import { transitBehaviors } from "./table/transit.ts";
import { unknownFieldBehaviors } from "./table/unknown-fields.ts";
import { unsetBehaviors } from "./table/unset.ts";
import type { BehaviorValues } from "./values.ts";

export type { Behavior, BehaviorValues };

export type BehaviorName = keyof BehaviorValues;

/** Behaviors of the platform itself: different readings of the sources. Those that transform responses do so in this order. */
export const readingTable = {
  ...taskBehaviors,
  ...unsetBehaviors,
  ...optionBehaviors,
  ...fieldBehaviors,
  ...unknownFieldBehaviors,
  ...handledBehaviors,
};

const table = { ...readingTable, ...transitBehaviors };

/** The start options, the control route, the OpenAPI document, the console and the README are derived from this table. */
export const behaviorTable: Readonly<Record<BehaviorName, Behavior>> = table;

export const behaviorNames = Object.keys(table) as readonly BehaviorName[];

export const defaultBehaviors = Object.fromEntries(
  behaviorNames.map((name) => [name, table[name].default]),
) as unknown as BehaviorValues;

/** The transformations of successful responses for these behaviors; none when all are default. */
export function reshapesFor(behaviors: BehaviorValues): readonly Reshape[] {
  return behaviorNames.flatMap((name) => {
    const behavior: { default: unknown; reshape?: unknown } = table[name];
    if (behavior.reshape === undefined || behaviors[name] === behavior.default) return [];
    // Each `reshape` takes the values of its own behavior; a loop over all of them cannot preserve the pairing.
    return [(behavior.reshape as (value: unknown) => Reshape)(behaviors[name])];
  });
}
