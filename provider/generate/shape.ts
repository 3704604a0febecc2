/** A field of a generated interface. */
export interface Field {
  /** Name in the user's spelling. */
  name: string;
  /** TypeScript type, without `undefined`. */
  type: string;
  optional: boolean;
  description: string;
  /** Constraints, without a full stop: `Integer from 1 to 200`. */
  rules: string[];
  /** Default, as code or as a description. */
  default: string | undefined;
  /** Further facts, as sentences without a full stop: `Secret`. */
  notes: string[];
  /** Reason for the deprecation. */
  deprecated: string | undefined;
  /** Effect of a change, if it is more than an update in place. */
  change: string | undefined;
  /** Whether it cannot change in place. */
  isImmutable: boolean;
}

/** A generated interface. */
export interface Shape {
  name: string;
  direction: Direction;
  /** File below provider/types, without its extension. */
  file: string;
  description: string;
  /** Sections of the contract: `platform-api §2.2`. */
  source: string;
  /** Constraints between fields. */
  rules: string[];
  fields: Field[];
  /** Names of the shapes and aliases that its fields use. */
  uses: string[];
}

/** A named enum. */
export interface EnumAlias {
  name: string;
  file: string;
  description: string;
  values: readonly string[];
}

/** Whether a value is sent to the platform or received from it. */
export type Direction = "input" | "output";
