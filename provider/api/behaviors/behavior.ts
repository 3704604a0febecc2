/** A behavior with named values; the first is the default. */
export interface Choice<Value extends string = string> {
  readonly kind: "choice";
  readonly values: readonly [Value, ...Value[]];
  readonly default: Value;
  readonly description: string;
  /** The section of the sources that leaves the behavior open. */
  readonly source: string;
}

/** A behavior with an integer value; 0 disables it. */
export interface Amount {
  readonly kind: "amount";
  readonly min: 0;
  readonly max: number;
  readonly default: 0;
  readonly description: string;
  readonly source: string;
}

export function choice<const Value extends string>(
  values: readonly [Value, ...Value[]],
  description: string,
  source: string,
): Choice<Value> {
  return { kind: "choice", values, default: values[0], description, source };
}

export function amount(max: number, description: string, source: string): Amount {
  return { kind: "amount", min: 0, max, default: 0, description, source };
}
