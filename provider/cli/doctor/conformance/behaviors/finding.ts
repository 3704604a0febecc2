import type { BehaviorName, BehaviorValues, Deviation } from "../../../../api/index.ts";
import type { Answer } from "../answer.ts";
import type { PagingStyle } from "../collect.ts";
import type { SeenObject } from "../examine.ts";

/** What was read, and what it shows. */
export interface Evidence {
  readonly answers: readonly Answer[];
  readonly objects: readonly SeenObject[];
  readonly deviations: readonly Deviation[];
  /** Deviations of objects that cannot be read: they are no behavior of the others. */
  readonly broken: readonly Deviation[];
  /** A list has objects that cannot be read, beside others that can. */
  readonly hasStranger: boolean;
  readonly paging: PagingStyle | undefined;
}

/** `default`: the behavior has its default, or none of the values that it has a name for. */
export type Finding<Value> = { seen: Value } | "default" | { undetermined: string };

/** Finds out a behavior, or says why reading cannot. */
export type Detector<Name extends BehaviorName> =
  | ((evidence: Evidence) => Finding<BehaviorValues[Name]>)
  | { readonly cannot: string };

export type Detectors<Names extends BehaviorName> = { readonly [Name in Names]: Detector<Name> };

export const seen = <Value>(value: Value) => ({ seen: value });
export const undetermined = (reason: string) => ({ undetermined: reason });

/** Objects of endpoints, with a field in their contract. */
export function objectsWith({ objects }: Evidence, ids: RegExp, name?: string): readonly SeenObject[] {
  return objects.filter(({ endpoint, shape }) => ids.test(endpoint.id) && (name === undefined || name in shape));
}

/** Values of a field, those that are given. */
export function valuesOf(evidence: Evidence, ids: RegExp, name: string): unknown[] {
  return objectsWith(evidence, ids, name)
    .map(({ fields }) => fields[name])
    .filter((value) => value !== undefined && value !== null);
}

/** `changed` where some value is; `default` where there is a value at all. */
export function whereSome<Value>(values: readonly unknown[], is: (value: unknown) => boolean, changed: Value) {
  if (values.length === 0) return undetermined("no object shows it");
  return values.some(is) ? seen(changed) : ("default" as const);
}

/** Why something that only follows a change cannot be determined. */
export const needsWrite = { cannot: "it follows a change, and nothing is changed" } as const;
