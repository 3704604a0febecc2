interface Common {
  readonly description: string;
  /** The section of the sources that leaves the behavior open. */
  readonly source: string;
  /** Why reading cannot detect the behavior. Omitted: a detector can. */
  readonly undetectable?: string;
}

/** A behavior with named values, of which the first is the default, or with an integer value, for which 0 means off. */
export type Behavior = Common &
  (
    | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
    | { readonly kind: "amount"; readonly min: 0; readonly max: number; readonly default: 0 }
  );
