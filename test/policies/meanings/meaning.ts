import type { StackView } from "@cloudplatform/policies";
import fc from "fast-check";
import { type Case, on, template } from "../../helpers/declared.ts";

/** A case, and what else the engine knows about the stack. */
export type Given = Case & { view?: Partial<StackView> };

/** A violation. `message`: part of what the rule reports. */
export type Violation = Given & { message?: string };

/** Cases of a rule: violations that it must find in any spelling, and configurations that it must not report. */
export interface Meaning {
  bypass: readonly fc.Arbitrary<Violation>[];
  honest: readonly fc.Arbitrary<Given>[];
}

export const of = fc.constantFrom;

/** One generator for each value, so that each value is tried in every run. */
export const each = <T, R>(values: readonly T[], caseOf: (value: T) => fc.Arbitrary<R> | R): fc.Arbitrary<R>[] =>
  values.map((value) => {
    const made = caseOf(value);
    return isArbitrary<R>(made) ? made : fc.constant(made);
  });

function isArbitrary<T>(value: unknown): value is fc.Arbitrary<T> {
  return typeof value === "object" && value !== null && "generate" in value;
}

/** A text in any mix of upper and lower case. */
export const anyCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((one, at) => (upper[at] ? one.toUpperCase() : one.toLowerCase())).join(""));

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A text of random letters. */
export const random = (min: number, max: number = min, alphabet: string = letters): fc.Arbitrary<string> =>
  fc.array(of(...alphabet), { minLength: min, maxLength: max }).map((all) => all.join(""));

export const shuffled = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...all], { minLength: all.length });

/** A rule template with options. */
export const options = (given: Record<string, unknown>, config?: Case["config"]): Case => ({
  resources: [template({ options: given })],
  ...(config && { config }),
});

/** A response header by the current option or by the legacy one. */
export const responseHeader = (name: string, value: string): fc.Arbitrary<Record<string, unknown>> =>
  of(
    { static_response_headers: on([{ name, value: [value] }]) },
    { static_response_headers: on([{ name, value: ["", value] }]) },
    { staticHeaders: on({ [name]: value }) },
    { staticHeaders: on({ [name]: ["", value] }) },
  );

/** The same options, switched off. */
export const switchedOff = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { ...(value as object), enabled: false }]));
