import type { Expected } from "../companion/apply.ts";
import { kindsOf } from "./compare.ts";

/** Returns a compliant value with all fields that can be combined. */
export function sampleOf(field: Expected): unknown {
  if (field.sample !== undefined) return field.sample;
  const named = field.form?.good[0] ?? field.seen?.[0] ?? field.values?.[0];
  return named ?? plain(field, kindsOf(field)[0] ?? "unstated");
}

/** Returns a compliant value with required fields only. */
export function minimalOf(field: Expected): unknown {
  if (field.fields === undefined) return sampleOf(field);
  const [first] = field.apart?.needed ? field.apart.fields : [];
  const needed = Object.entries(field.fields).filter(([name, below]) => below.required || name === first);
  return Object.fromEntries(needed.map(([name, below]) => [name, minimalOf(below)]));
}

/** Returns a compliant value of one of a field's kinds. */
export function sampleOfKind(field: Expected, kind: string): unknown {
  return kind === kindsOf(field)[0] ? sampleOf(field) : plain(field, kind);
}

function plain(field: Expected, kind: string): unknown {
  switch (kind) {
    case "string":
      return textWithin(field);
    case "integer":
      return field.min ?? 1;
    case "number":
      return field.min ?? 1.5;
    case "boolean":
      return true;
    case "array":
      return field.of === undefined ? [] : [sampleOf(field.of)];
    case "map":
      return field.of === undefined ? {} : { [String(field.keys ? sampleOf(field.keys) : "key")]: sampleOf(field.of) };
    case "object":
      return whole(field);
    default:
      return "anything";
  }
}

function textWithin({ min = 0, max = Number.POSITIVE_INFINITY }: Expected): string {
  return "text".padEnd(min, "t").slice(0, max);
}

function whole(field: Expected): Record<string, unknown> {
  const left = field.apart?.fields[1];
  const together = Object.entries(field.fields ?? {}).filter(([name]) => name !== left);
  return Object.fromEntries(together.map(([name, below]) => [name, sampleOf(below)]));
}
