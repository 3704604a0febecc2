/** A field of a shape as documentation shows it. */
export interface Field {
  /** Name in the user's spelling. */
  name: string;
  /** Type in TypeScript, without what `optional` says. */
  type: string;
  optional: boolean;
  description: string;
  /** What must hold, in words, without a full stop: `Whole number from 1 to 200`. */
  rules: string[];
  /** Default that holds when the field is left out, as code or in words. */
  default: string | undefined;
  /** What else is to know, in sentences without a full stop: `Secret`. */
  marks: string[];
  /** Why one should not use it any more. */
  legacy: string | undefined;
  /** What a change does, where it is more than a change in place, in words. */
  change: string | undefined;
  /** Cannot change in place. */
  isImmutable: boolean;
}

/** An object of the contract under the name that users know it by. */
export interface Shape {
  name: string;
  side: Side;
  /** File below provider/types, without its ending. */
  file: string;
  description: string;
  /** Where the contract says so: `platform-api §2.2`. */
  source: string;
  /** Rules between fields, in words. */
  rules: string[];
  fields: Field[];
  /** Names of the shapes and aliases that its fields use. */
  uses: string[];
}

/** A long enumeration under a name. */
export interface Alias {
  name: string;
  file: string;
  description: string;
  values: readonly string[];
}

/** Whether a value goes to the platform or comes from it. */
export type Side = "input" | "output";
