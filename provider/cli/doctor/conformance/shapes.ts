import type { z } from "zod";
import type { deviationKinds, valueTypes } from "../../../api/index.ts";
import { unwrap } from "../../../schema/index.ts";

type Schema = Parameters<typeof unwrap>[0];

type ValueType = (typeof valueTypes)[number];

export function valueType(value: unknown): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" || typeof value === "string" ? (typeof value as "boolean") : "object";
}

/** The type that a schema expects, in words. */
export function typeName(schema: Schema): string {
  const bare = unwrap(schema);
  const def = bare._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  if (def.type === "union") return [...new Set((def.options ?? []).map(typeName))].sort().join(" or ");
  return def.type;
}

/** How a value violates its schema; undefined if it does not. */
export function issueKind(schema: Schema, value: unknown): (typeof deviationKinds)[number] | undefined {
  const result = (schema as z.ZodType).safeParse(value);
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  switch (issue?.code) {
    case "invalid_value":
      return "other value";
    case "too_small":
      return issue.origin === "string" || issue.origin === "array" ? "too short" : "below the minimum";
    case "too_big":
      return issue.origin === "string" || issue.origin === "array" ? "too long" : "above the maximum";
    case "invalid_format":
    case "custom":
      return "other format";
    default:
      return "other type";
  }
}
