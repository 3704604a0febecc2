import type { WiderField } from "../facts/field.ts";

/**
 * One intended difference from the contract. `at` is a place such as `#2 body.options.cors.value[]`: number of the endpoint in
 * platform-api §4, part (params, query, body, response), then fields; `[]` is the element of a list, `{}` the value of a map,
 * `<key>` its key. At a place that the contract has, the entry overrides rules (undefined removes a rule). At any other place,
 * the entry adds a field, written out in full.
 */
export interface CompanionEntry {
  at: string;
  rules: Partial<WiderField>;
  reason: string;
  /** Section of the companion facts, or `ours` for a decision that no document requires. */
  source: string;
}

/** Returns entries that share a source, a reason and the prefix of their places. */
export function companion(
  source: string,
  reason: string,
  prefix: string,
  rules: Record<string, Partial<WiderField>>,
): CompanionEntry[] {
  return Object.entries(rules).map(([place, rule]) => ({ at: `${prefix}${place}`, rules: rule, reason, source }));
}

/** Returns the same rules for several places. */
export function same(places: readonly string[], rules: Partial<WiderField>): Record<string, Partial<WiderField>> {
  return Object.fromEntries(places.map((place) => [place, rules]));
}
