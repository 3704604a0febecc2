import type { Reshape } from "../reshape/reshape.ts";

interface Common {
  readonly description: string;
  /** The section of the sources that leaves the behavior open. */
  readonly source: string;
  /** Why `cloudplatform doctor --conformance`, which only reads, cannot detect the behavior. Omitted: a detector can. */
  readonly undetectable?: string;
}

/** A behavior. Its public form: the public types of this package must not refer to another package. */
export type Behavior = Common &
  (
    | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
    | { readonly kind: "amount"; readonly min: 0; readonly max: number; readonly default: 0 }
  );

type Choices = readonly [string, ...string[]];
type OthersOf<Values extends Choices> = Values extends readonly [string, ...infer Others] ? Others[number] : never;

/** What transforms successful responses if the behavior has a value other than the default. */
type ReshapeOf<Value> = (value: Value) => Reshape;

/** A behavior with named values; the first is the default. Without `reshape`, handlers read the value. */
export function choice<const Values extends Choices>(
  values: Values,
  description: string,
  source: string,
  { reshape, undetectable }: { reshape?: ReshapeOf<OthersOf<Values>>; undetectable?: string } = {},
) {
  return { kind: "choice" as const, values, default: values[0], description, source, reshape, undetectable };
}

/** A behavior with an integer value; 0 disables it. */
export function amount(
  max: number,
  description: string,
  source: string,
  { undetectable }: { undetectable?: string } = {},
) {
  return { kind: "amount" as const, min: 0 as const, max, default: 0 as const, description, source, undetectable };
}

/** Why a behavior that follows a change cannot be detected. */
export const needsWrite = { undetectable: "it follows a change, and nothing is changed" } as const;
