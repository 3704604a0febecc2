import { rangeWords, withNoun } from "@cloudplatform/pulumi/schema";
import { type Bounds, boundsConfig, boundsConflict, boundsProblem } from "./bounds.ts";
import type { Kind } from "./resource.ts";
import { type ResourceRule, resourceRule } from "./rule.ts";
import type { Value } from "./value.ts";

/** How a limit is measured: the number itself, the characters of a text, the elements of a list. */
type Measure = "number" | "length" | "count";

export interface Limit {
  name: string;
  on: Kind;
  /** The bounded value, with its article: `the name of a cluster`. */
  what: string;
  /** Returns the bounded values. */
  of(value: Value): Value[];
  measure: Measure;
  /** The length of a text, if not all of it counts. */
  lengthOf?(text: string): number;
  bounds: Bounds;
  /** Unit of a number: ` GiB`. */
  unit?: string;
  reference: string;
  remediation?: string;
}

const nouns: Record<Measure, string> = { number: "", length: "character", count: "element" };
const amounts: Record<Measure, string> = {
  number: "value",
  length: "number of characters",
  count: "number of elements",
};

/** Turns a bound of the platform into a rule. The rule is mandatory, and never wider than the platform's bound. */
export function limitRule(limit: Limit): ResourceRule {
  const { measure, bounds, what, unit = "" } = limit;
  const range = rangeWords(bounds.min, bounds.max);
  const noun = nouns[measure];
  const requirement = noun === "" ? `be ${range}${unit}` : `have ${withNoun(range ?? "", noun)}`;
  const config = boundsConfig(bounds, amounts[measure]);
  const rule = resourceRule({
    name: limit.name,
    group: "limits",
    severity: "high",
    level: "mandatory",
    description: `${capital(what)} must ${requirement}.`,
    remediation: limit.remediation ?? "Use a value within the range in the message.",
    reference: limit.reference,
    config,
    configProblem: boundsConflict,
    on: [limit.on],
    evaluate({ value, config, report }) {
      for (const bounded of limit.of(value)) {
        const amount = amountOf(bounded, limit);
        if (amount === undefined) continue;
        const problem = boundsProblem(amount, config, noun);
        if (problem !== undefined) report(bounded, `${problem}${measure === "number" ? unit : ""}`);
      }
    },
  });
  return rule as unknown as ResourceRule;
}

/**
 * Length of a text in characters. Lengths in the contract are those of JSON strings, which JSON Schema counts in Unicode code
 * points (Validation §6.3.1): an emoji is one character, although JavaScript stores it as two units.
 */
export function lengthOf(text: string): number {
  return [...text].length;
}

function amountOf(bounded: Value, { measure, lengthOf: own = lengthOf }: Limit): number | undefined {
  if (measure === "number") return bounded.number();
  if (measure === "length") {
    const text = bounded.text();
    return text === undefined ? undefined : own(text);
  }
  const list = bounded.known();
  return Array.isArray(list) ? list.length : undefined;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
