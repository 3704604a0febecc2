import { type BehaviorValues, behaviorNames, behaviorTable } from "@cloudplatform/pulumi/api";
import type { HabitValues } from "./values.ts";

export type { HabitValues };

export type HabitName = keyof HabitValues;

/** A behavior. Declared here because the public types of this package must not refer to another package. */
export type Habit = { readonly description: string; readonly source: string } & (
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
  | { readonly kind: "amount"; readonly min: 0; readonly max: number; readonly default: 0 }
);

/** The start options, the control route, the OpenAPI document, the console and the README are derived from this table. */
export const habitTable: Readonly<Record<HabitName, Habit>> = behaviorTable;

export const habitNames: readonly HabitName[] = behaviorNames;

export const defaultHabits: HabitValues = Object.fromEntries(
  behaviorNames.map((name) => [name, behaviorTable[name].default]),
) as BehaviorValues;
