import type { BehaviorName, BehaviorValues, Deviation } from "../../../../api/index.ts";
import type { Answer } from "../answer.ts";
import type { PagingStyle } from "../collect.ts";
import type { SeenObject } from "../examine.ts";

/** What was read, and what it shows. */
export interface Evidence {
  readonly answers: readonly Answer[];
  readonly objects: readonly SeenObject[];
  readonly deviations: readonly Deviation[];
  /** Deviations of unreadable objects. They say nothing about the behavior of other objects. */
  readonly broken: readonly Deviation[];
  /** A list has unreadable objects beside readable ones. */
  readonly hasStranger: boolean;
  readonly paging: PagingStyle | undefined;
}

/** `default`: the behavior has its default, or a value without a name. */
export type Finding<Value> = { seen: Value } | "default" | { undetermined: string };

/** Detects a behavior. */
export type Detector<Name extends BehaviorName> = (evidence: Evidence) => Finding<BehaviorValues[Name]>;

export type Detectors<Names extends BehaviorName> = { readonly [Name in Names]: Detector<Name> };

export const seen = <Value>(value: Value) => ({ seen: value });
export const undetermined = (reason: string) => ({ undetermined: reason });

/** Objects of matching endpoints whose contract has a field of this name. */
export function objectsWith({ objects }: Evidence, ids: RegExp, name?: string): readonly SeenObject[] {
  return objects.filter(({ endpoint, shape }) => ids.test(endpoint.id) && (name === undefined || name in shape));
}

/** The values of a field that are set. */
export function valuesOf(evidence: Evidence, ids: RegExp, name: string): unknown[] {
  return objectsWith(evidence, ids, name)
    .map(({ fields }) => fields[name])
    .filter((value) => value !== undefined && value !== null);
}

/** `changed` if some value matches; `default` if there are values, but none matches. */
export function whereSome<Value>(values: readonly unknown[], isChanged: (value: unknown) => boolean, changed: Value) {
  if (values.length === 0) return undetermined("no object shows it");
  return values.some(isChanged) ? seen(changed) : ("default" as const);
}
