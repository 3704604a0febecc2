import type { Deviation } from "@cloudplatform/pulumi/api";
import type { Reshape } from "./reshape.ts";

/** A sample for each type in a report. Reports do not contain values. */
const samples = { null: null, boolean: true, integer: 1, number: 0.5, string: "text", array: [], object: {} };

/** Adds a field that a report lists to the objects at its path. Several types are used in turn. */
export function reportedFieldReshape({ endpoint, path, types = [] }: Deviation): Reshape {
  const steps = path.split(/\.|(?=\[\]|\{\})/);
  const name = steps.pop() ?? "";
  let added = 0;
  const at = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (step === "[]") return Array.isArray(value) ? value.map((element) => at(element, rest)) : value;
    if (Array.isArray(value)) return value;
    if (step === undefined) {
      const type = types[added++ % types.length] ?? "null";
      return { [name]: samples[type], ...value };
    }
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, part]) => [key, step === "{}" || step === key ? at(part, rest) : part]),
    );
  };
  // A withheld name is no field name.
  const isName = /^[\w-]+$/.test(name);
  return (body, { id }) => (id === endpoint && isName ? at(body, steps) : body);
}
