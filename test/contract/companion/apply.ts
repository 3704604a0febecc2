import { isDeepStrictEqual } from "node:util";
import type { Field, WiderField } from "../facts/field.ts";
import type { CompanionEntry } from "./entry.ts";

/** A field that a schema is compared with, and the sources of its rules. */
export type Expected = Omit<WiderField, "of" | "keys" | "fields"> & {
  of?: Expected;
  keys?: Expected;
  fields?: Record<string, Expected>;
  /** Source by rule, for rules that are not from the contract. */
  sources?: Record<string, string>;
  /** Source of a field that is not in the contract. */
  addedBy?: string;
};

/** Applies the companion's differences to the contract's fields. Returns the fields, and problems such as redundant entries. */
export function applyCompanion(
  facts: Record<string, Field>,
  entries: readonly CompanionEntry[],
): { expected: Record<string, Expected>; problems: string[] } {
  const expected = copyAll(facts);
  const problems: string[] = [];
  for (const entry of entries) {
    const problem = apply(expected, entry);
    if (problem !== undefined) problems.push(`companion entry ${entry.at} ${problem}`);
    if (entry.reason === "" || entry.source === "") problems.push(`companion entry ${entry.at} lacks reason or source`);
  }
  return { expected, problems };
}

function apply(roots: Record<string, Expected>, { at, rules, source }: CompanionEntry): string | undefined {
  const root = Object.keys(roots).find(
    (name) => at === name || (/^[.[{<]/.test(at.slice(name.length)) && at.startsWith(name)),
  );
  if (root === undefined) return "names no part of an endpoint of the contract";
  let field = roots[root] as Expected;
  for (const step of steps(at.slice(root.length))) {
    const next = below(field, step);
    if (next === undefined) return add(field, step, rules, source);
    field = next;
  }
  const changed = copy({ type: field.type, ...rules });
  for (const rule of Object.keys(rules)) {
    const value: unknown = Reflect.get(changed, rule);
    if (isDeepStrictEqual(Reflect.get(field, rule), value)) return `repeats what is known already of ${rule}`;
    Object.assign(field, { [rule]: value });
    field.sources = { ...field.sources, [rule]: source };
  }
  return undefined;
}

function add(parent: Expected, step: string, rules: Partial<WiderField>, source: string): string | undefined {
  if (rules.type === undefined) return `is not in the contract (no ${step}), and has no type to be added with`;
  if (parent.fields === undefined) return `cannot be added: what is around it is no object`;
  parent.fields[step] = { ...copy({ ...rules, type: rules.type }), addedBy: source };
  return undefined;
}

/** Deep copy. Facts share field objects; a copy per place lets an entry change one place only. */
function copy({ of, keys, fields, ...rules }: WiderField): Expected {
  return {
    ...rules,
    ...(of && { of: copy(of) }),
    ...(keys && { keys: copy(keys) }),
    ...(fields && { fields: copyAll(fields) }),
  };
}

function copyAll(fields: Record<string, Field>): Record<string, Expected> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, copy(field)]));
}

/** `.options.cors.value[]` → `options`, `cors`, `value`, `[]`. */
function steps(path: string): string[] {
  return [...path.matchAll(/\.([^.[{<]+)|\[\]|\{\}|<key>/g)].map((match) => match[1] ?? match[0]);
}

function below(field: Expected, step: string): Expected | undefined {
  if (step === "[]" || step === "{}") return field.of;
  if (step === "<key>") return field.keys;
  return field.fields?.[step];
}
