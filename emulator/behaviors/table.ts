import { behaviorNames as contractNames, behaviorTable as contractTable } from "@cloudplatform/pulumi/api";
import type { BehaviorValues } from "./values.ts";

export type { BehaviorValues };

export type BehaviorName = keyof BehaviorValues;

/** A behavior. Declared here because the public types of this package must not refer to another package. */
export type Behavior = { readonly description: string; readonly source: string } & (
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
  | { readonly kind: "amount"; readonly min: 0; readonly max: number; readonly default: 0 }
);

/** The start options, the control route, the OpenAPI document, the console and the README are derived from this table. */
export const behaviorTable: Readonly<Record<BehaviorName, Behavior>> = contractTable;

export const behaviorNames: readonly BehaviorName[] = contractNames;

export const defaultBehaviors: BehaviorValues = Object.fromEntries(
  contractNames.map((name) => [name, contractTable[name].default]),
) as unknown as BehaviorValues;
