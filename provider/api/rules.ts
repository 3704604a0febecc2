import type { z } from "zod";

/** A value that has not been validated: any field may be missing or of another type. */
export type Unchecked<T> = T extends readonly (infer Element)[]
  ? Unchecked<Element>[]
  : { readonly [K in keyof T]?: unknown };

/** Reports a problem at a path within the value. */
export type Report = (path: PropertyKey[], message: string) => void;

/**
 * Adds rules between fields. Unlike with `refine`, they run even if a field has the wrong type: one response then reports every
 * problem, and a preview with an unknown field still checks the others. So a rule must check the values that it reads.
 */
export function withRules<S extends z.ZodType>(
  schema: S,
  rules: (value: Unchecked<z.output<S>>, report: Report) => void,
): S {
  return schema.superRefine(
    (value, context) => {
      if (typeof value !== "object" || value === null) return;
      rules(value as Unchecked<z.output<S>>, (path, message) => context.addIssue({ code: "custom", path, message }));
    },
    { when: () => true },
  );
}

/** Whether a field is given: in requests of the cloud area, null means "not given". */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Requires unique values of the field that identifies an array's elements: a duplicate is an issue at its second position. */
export function uniqueBy<S extends z.ZodArray>(schema: S, field: string): S {
  return withRules(schema, (elements, report) => {
    if (!Array.isArray(elements)) return;
    const seen = new Map<unknown, number>();
    elements.forEach((element: unknown, index) => {
      const key = typeof element === "object" && element !== null ? Reflect.get(element, field) : undefined;
      if (typeof key !== "string" && typeof key !== "number") return;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, index);
      else report([index, field], `${JSON.stringify(key)} is taken by the element at position ${first}`);
    });
  });
}
