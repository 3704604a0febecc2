import { readingTable, transitTable } from "./tables.ts";

/** Behaviors that `cloudplatform doctor --conformance` reports, and with which the emulator can be started. */
export const behaviorTable = { ...readingTable, ...transitTable };

/** Behaviors of responses that come from the platform itself, current and complete: different readings of the sources. */
export const readingNames = Object.keys(readingTable) as (keyof typeof readingTable)[];

type Table = typeof behaviorTable;

export type BehaviorName = keyof Table;

type ValueOf<Behavior> = Behavior extends { values: readonly (infer Value)[] } ? Value : number;

/** A value for each behavior. */
export type BehaviorValues = { readonly [Name in BehaviorName]: ValueOf<Table[Name]> };

/** Behaviors that reading cannot detect. */
export type UndetectableName = {
  [Name in BehaviorName]: Table[Name] extends { undetectable: string } ? Name : never;
}[BehaviorName];

export const behaviorNames = Object.keys(behaviorTable) as BehaviorName[];
