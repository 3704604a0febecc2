import { type BehaviorValues, behaviorNames, behaviorTable } from "@cloudplatform/pulumi/api";

export { type BehaviorName as HabitName, readingNames } from "@cloudplatform/pulumi/api";
/** The start options, the control route, the OpenAPI document, the console and the README are derived from this table. */
export { behaviorNames as habitNames, behaviorTable as habitTable };

export type HabitValues = BehaviorValues;

export const defaultHabits = Object.fromEntries(
  behaviorNames.map((name) => [name, behaviorTable[name].default]),
) as HabitValues;
