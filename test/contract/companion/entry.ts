import type { WiderField } from "../facts/field.ts";

/**
 * One difference from the contract that is meant. `at` is a place such as `#2 body.options.cors.value[]`:
 * number of the endpoint in platform-api §4, part (params, query, body, response), then fields; `[]` is the element of
 * a list, `{}` the value of a map, `<key>` its key. A place that the contract has gets other rules there (undefined
 * lifts one); a place that it has not is a field that is added, written out in full.
 */
export interface CompanionEntry {
  at: string;
  rules: Partial<WiderField>;
  reason: string;
  /** Section of the companion facts, or `ours` for a decision that no document asks for. */
  source: string;
}

/** Entries that share a source, a reason and the beginning of their places. */
export function companion(
  source: string,
  reason: string,
  prefix: string,
  rules: Record<string, Partial<WiderField>>,
): CompanionEntry[] {
  return Object.entries(rules).map(([place, rule]) => ({ at: `${prefix}${place}`, rules: rule, reason, source }));
}

/** The same rules at several places. */
export function same(places: readonly string[], rules: Partial<WiderField>): Record<string, Partial<WiderField>> {
  return Object.fromEntries(places.map((place) => [place, rules]));
}
