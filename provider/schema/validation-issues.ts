import { z } from "zod";
import { unknownKeyText } from "./did-you-mean.ts";
import { child, descriptionOf, metadataOf, unwrap } from "./fields.ts";
import { pathText, toWire, userPath } from "./naming.ts";

/** One issue of an input. */
export interface ValidationIssue {
  /** Path in the user's spelling. */
  path: PropertyKey[];
  /** What must be true and what was seen: `must be from 1 to 200; got 0`. */
  message: string;
  kind: IssueKind;
}

/**
 * What is wrong with a value: an unknown key, a missing value, another type, out of range, not one of the allowed values, or
 * another form.
 */
export type IssueKind = "unknownKey" | "required" | "type" | "range" | "value" | "form";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** Validates a value in the user's spelling against a schema of the contract. Secret values are not shown. */
export function validationIssues(
  schema: z.ZodType,
  given: unknown,
  isSecret: (path: PropertyKey[]) => boolean = () => false,
): ValidationIssue[] {
  const { value, unknownKeys } = toWire(schema, given);
  const issues = unknownKeys.map(
    ({ path, key, known }): ValidationIssue => ({
      path,
      message: known === undefined ? "cannot be the name of a key: take another one" : unknownKeyText(key, known),
      kind: "unknownKey",
    }),
  );
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    const path = userPath(schema, issue.path);
    const field = schemaAt(schema, issue.path);
    const isHidden = isSecret(path) || (field !== undefined && metadataOf(field).secret === true);
    const found = valueAt(value, issue.path);
    issues.push({ path, message: describe(issue, field, found, isHidden), kind: kindOf(issue, found) });
  }
  return issues;
}

/** `weight must be from 1 to 5; got 0`, for errors that list problems. */
export function issueText(problem: ValidationIssue): string {
  const path = pathText(problem.path);
  return path === "" ? problem.message : `${path} ${problem.message}`;
}

function kindOf({ code }: Issue, value: unknown): IssueKind {
  if (value === undefined && (code === "invalid_type" || code === "invalid_value")) return "required";
  if (code === "invalid_type") return "type";
  if (code === "too_small" || code === "too_big") return "range";
  return code === "invalid_value" ? "value" : "form";
}

function describe(issue: Issue, schema: Schema | undefined, value: unknown, isHidden: boolean): string {
  const seen = isHidden || value === undefined ? "" : `; got ${shown(value)}`;
  const bounds = schema && boundsOf(schema);
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return "is required";
      return `must be ${typeWords(issue.expected)}${bounds?.number === undefined ? "" : ` ${bounds.number}`}${seen}`;
    case "too_small":
    case "too_big":
      if (issue.origin === "string")
        return `must be ${withNoun(bounds?.length ?? rangeOf(issue), "character")} long; it has ${String(value).length}${
          seen === "" ? "" : `: ${shown(value)}`
        }`;
      if (issue.origin === "array") {
        const count = Array.isArray(value) ? value.length : 0;
        return `must have ${withNoun(rangeOf(issue), "element")}; it has ${count}`;
      }
      return `must be ${numberRange(schema, issue)}${seen}`;
    case "invalid_value":
      if (value === undefined) return `is required: ${oneOf(issue.values)}`;
      return `must be ${oneOf(issue.values)}${seen}`;
    case "invalid_union":
      return `must be ${unionWords(schema) ?? "of another form"}${seen}`;
    case "invalid_key":
      return `has a key that is not allowed: ${issue.issues.map((inner) => inner.message).join("; ")}`;
    default:
      return `${issue.message}${seen}`;
  }
}

function boundsOf(schema: Schema): { number?: string; length?: string } {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodNumber) return { number: rangeWords(bare.minValue, bare.maxValue) };
  if (bare instanceof z.ZodString) return { length: rangeWords(bare.minLength, bare.maxLength) };
  return {};
}

/** The range of a number, with the bound of safe integers where it is exceeded. */
function numberRange(schema: Schema | undefined, issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const known = schema && boundsOf(schema).number;
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  if (known !== undefined && Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER) return known;
  return [known, rangeOf(issue)].filter((words) => words !== undefined).join(" and ");
}

/** `from 1 to 200`, `at least 1`, `at most 300`. Bounds that only say "safe integer" are left out. */
export function rangeWords(minimum?: number | null, maximum?: number | null): string | undefined {
  const min = minimum != null && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const max = maximum != null && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? undefined : `at most ${max}`;
}

/** Returns the bound that was exceeded. */
function rangeOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  return issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
}

/** Returns `at least 1 element`, `from 1 to 5 elements`: the last number decides the form of the noun. */
export function withNoun(range: string, noun: string): string {
  return `${range} ${noun}${/(^|\D)1$/.test(range) ? "" : "s"}`;
}

function typeWords(expected: string): string {
  const words: Record<string, string> = {
    int: "a whole number",
    number: "a number",
    string: "text",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    record: "a map",
  };
  return words[expected] ?? expected;
}

function oneOf(values: readonly unknown[]): string {
  const written = values.map((value) => JSON.stringify(value));
  return written.length === 1 ? `${written[0]}` : `one of ${written.join(", ")}`;
}

/** Returns the literals of a union in words, `one of 301, 302`, or else the description of the field. */
function unionWords(schema: Schema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const def = unwrap(schema)._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  const values = (def.options ?? []).map((option) => [...(unwrap(option)._zod.values ?? [])]);
  if (values.length > 0 && values.every((list) => list.length > 0)) return oneOf(values.flat());
  const description = descriptionOf(schema);
  return description === undefined ? undefined : `as described: ${description}`;
}

/** Formats a value for an error: short, and never a whole object. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value !== null && typeof value === "object") return "an object";
  if (typeof value === "bigint") return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (current === null || typeof current !== "object") return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  return current;
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const part of path) current = current && child(unwrap(current), part);
  return current;
}
