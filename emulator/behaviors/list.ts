import { type BehaviorName, behaviorNames, behaviorTable } from "./table.ts";

/** A behavior in the control route, the OpenAPI document, the console and the README. */
export interface ListedBehavior {
  readonly name: BehaviorName;
  /** Allowed values; for a number, minimum and maximum. */
  readonly values: readonly string[] | { readonly min: number; readonly max: number };
  readonly default: string | number;
  readonly description: string;
  readonly source: string;
}

export function behaviorList(): ListedBehavior[] {
  return behaviorNames.map((name) => {
    const behavior = behaviorTable[name];
    const { default: first, description, source } = behavior;
    const values = behavior.kind === "choice" ? behavior.values : { min: behavior.min, max: behavior.max };
    return { name, values, default: first, description, source };
  });
}
