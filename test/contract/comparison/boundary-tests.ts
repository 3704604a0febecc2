import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Expected } from "../companion/apply.ts";
import { accepted, type BoundaryValue, tooFar, wrongKinds } from "./boundary-values.ts";
import { type Direction, isUnstated, kindsOf } from "./compare.ts";
import { minimalOf, sampleOf, sampleOfKind } from "./sample.ts";

/** Position of a field: its place as text, its path in a value, and a function that puts a value there. */
interface Spot {
  at: string;
  path: PropertyKey[];
  put(value: unknown): unknown;
}

/** Marks a field that is left out. */
const absent = Symbol("absent");

/** Returns where a schema differs from what is expected, found by changing one field of a compliant value at a time. */
export function boundaryTests(schema: z.ZodType, expected: Expected, at: string, direction: Direction): string[] {
  const found: string[] = [];
  for (const [what, value] of [
    ["the whole compliant value", sampleOf(expected)],
    ["the minimal compliant value", minimalOf(expected)],
  ]) {
    const result = schema.safeParse(value);
    if (!result.success) found.push(`${at}: ${what} must be taken, but: ${issues(result.error)}`);
  }
  if (found.length > 0) return found;
  const root: Spot = { at, path: [], put: (value) => value };
  visit(new Trier(schema, direction, found), expected, root);
  return found;
}

class Trier {
  readonly #schema: z.ZodType;
  readonly direction: Direction;
  readonly #found: string[];

  constructor(schema: z.ZodType, direction: Direction, found: string[]) {
    this.#schema = schema;
    this.direction = direction;
    this.#found = found;
  }

  takes(spot: Spot, { what, value }: BoundaryValue): void {
    const result = this.#schema.safeParse(spot.put(value));
    if (!result.success) this.#found.push(`${spot.at}: ${what} must be taken, but: ${issues(result.error)}`);
  }

  refuses(spot: Spot, { what, value }: BoundaryValue): void {
    const result = this.#schema.safeParse(spot.put(value));
    if (result.success) this.#found.push(`${spot.at}: ${what} must be refused, but is taken`);
    else if (!result.error.issues.some((issue) => onPath(issue.path, spot.path)))
      this.#found.push(`${spot.at}: ${what} must be refused there, but the refusal is about: ${issues(result.error)}`);
  }

  /** Returns the value at the spot after parsing. */
  becomes(spot: Spot, value: unknown): unknown {
    const result = this.#schema.safeParse(spot.put(value));
    let output: unknown = result.data;
    for (const key of spot.path) output = Reflect.get(Object(output), key);
    return output;
  }

  differs(text: string): void {
    this.#found.push(text);
  }
}

function visit(tester: Trier, field: Expected, spot: Spot): void {
  if (isUnstated(field)) {
    tester.takes(spot, { what: "a value of no stated kind", value: sampleOf(field) });
    return;
  }
  for (const boundaryValue of accepted(field)) tester.takes(spot, boundaryValue);
  const strict = tester.direction === "request" || field.required === true;
  for (const boundaryValue of [...wrongKinds(field), ...tooFar(field)]) tester.refuses(spot, boundaryValue);
  visitNull(tester, field, spot, strict);
  for (const kind of kindsOf(field)) if (kind === "array" || kind === "map") visitParts(tester, field, kind, spot);
  if (field.fields !== undefined) visitFields(tester, field, field.fields, spot);
}

/** A field that is required under a condition must not be null either, even if it is nullable otherwise. */
function visitNull(tester: Trier, field: Expected, spot: Spot, strict: boolean): void {
  const boundaryValue = { what: "null", value: null };
  if (field.nullable && field.requiredWhen === undefined) tester.takes(spot, boundaryValue);
  else if (strict) tester.refuses(spot, boundaryValue);
}

function visitParts(tester: Trier, field: Expected, kind: "array" | "map", spot: Spot): void {
  if (field.of === undefined) return;
  if (kind === "array") {
    visit(tester, field.of, elementOf(field, spot));
    return;
  }
  const key = String(field.keys === undefined ? "key" : sampleOf(field.keys));
  visit(
    tester,
    field.of,
    under(spot, "{}", key, (value) => ({ [key]: value })),
  );
  const value = sampleOf(field.of);
  const named: Spot = { at: `${spot.at}<key>`, path: spot.path, put: (name) => spot.put({ [String(name)]: value }) };
  for (const good of field.keys?.form?.good ?? []) tester.takes(named, { what: `"${good}"`, value: good });
  for (const bad of field.keys?.form?.bad ?? []) tester.refuses(named, { what: `"${bad}"`, value: bad });
}

function visitFields(tester: Trier, field: Expected, fields: Record<string, Expected>, spot: Spot): void {
  const whole = sampleOfKind(field, "object") as Record<string, unknown>;
  for (const [name, below] of Object.entries(fields)) {
    const others = field.apart?.fields.includes(name) ? field.apart.fields : [];
    const rest = { ...without(whole, name, others), ...below.beside };
    const place = under(spot, `.${name}`, name, (value) => (value === absent ? rest : { ...rest, [name]: value }));
    const oneOfTwo = field.apart?.needed === true && field.apart.fields.includes(name);
    visitAbsence(tester, below, place, oneOfTwo);
    visit(tester, below, place);
  }
  if (field.apart !== undefined) visitApart(tester, field.apart, fields, spot, whole);
  if (tester.direction === "response") {
    const kept = under(spot, ".unknown_field", "unknown_field", (value) => ({ ...whole, unknown_field: value }));
    if (tester.becomes(kept, "kept") !== "kept")
      tester.differs(`${spot.at}: an unknown field of the response is not kept`);
  }
}

function visitAbsence(tester: Trier, field: Expected, spot: Spot, oneOfTwo: boolean): void {
  const boundaryValue = { what: "leaving it out", value: absent };
  if (oneOfTwo) return;
  if (field.required || field.requiredWhen !== undefined) {
    tester.refuses(spot, boundaryValue);
    return;
  }
  tester.takes(spot, boundaryValue);
  const value = tester.becomes(spot, absent);
  if (!isDeepStrictEqual(value, field.default))
    tester.differs(`${spot.at}: left out it becomes ${JSON.stringify(value)}, not ${JSON.stringify(field.default)}`);
}

function visitApart(
  tester: Trier,
  { fields: [one, other], needed }: NonNullable<Expected["apart"]>,
  fields: Record<string, Expected>,
  spot: Spot,
  whole: Record<string, unknown>,
): void {
  const value = (name: string) => ({ [name]: sampleOf(fields[name] ?? { type: "unstated" }) });
  const neither = without(whole, one, [other]);
  tester.refuses(spot, { what: `${one} beside ${other}`, value: { ...neither, ...value(one), ...value(other) } });
  if (needed) tester.refuses(spot, { what: `neither ${one} nor ${other}`, value: neither });
}

function without(whole: Record<string, unknown>, name: string, others: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name && !others.includes(key)));
}

function under(spot: Spot, text: string, key: PropertyKey, wrap: (value: unknown) => unknown): Spot {
  return { at: `${spot.at}${text}`, path: [...spot.path, key], put: (value) => spot.put(wrap(value)) };
}

/** Returns the spot of a list's first element. A required element stays beside it. */
function elementOf(field: Expected, spot: Spot): Spot {
  const rest = field.includes === undefined ? [] : [field.includes];
  return under(spot, "[]", 0, (value) => [value, ...rest.filter((one) => one !== value)]);
}

/** Whether an issue is at a path, or above or below it. */
function onPath(issue: readonly PropertyKey[], path: readonly PropertyKey[]): boolean {
  return issue.slice(0, path.length).every((key, index) => key === path[index]);
}

function issues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ");
}
