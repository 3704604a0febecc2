import { type HabitName, habitNames, habitTable } from "./table.ts";

/** A behavior in the control route, the OpenAPI document, the console and the README. */
export interface ListedHabit {
  readonly name: HabitName;
  /** Allowed values; for a number, minimum and maximum. */
  readonly values: readonly string[] | { readonly min: number; readonly max: number };
  readonly default: string | number;
  readonly description: string;
  readonly source: string;
}

export function habitList(): ListedHabit[] {
  return habitNames.map((name) => {
    const habit = habitTable[name];
    const { default: first, description, source } = habit;
    const values = habit.kind === "choice" ? habit.values : { min: habit.min, max: habit.max };
    return { name, values, default: first, description, source };
  });
}
