import type { z } from "zod";

export type Schema = z.core.$ZodType;

/** What zod knows of a schema, as far as documentation asks. */
export interface Definition {
  type: string;
  check?: string;
  format?: string;
  checks?: z.core.$ZodCheck[];
  error?: (issue: unknown) => unknown;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  options?: Schema[];
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  values?: unknown[];
  catchall?: Schema;
  // Of a check: its bound.
  value?: number;
  minimum?: number;
  maximum?: number;
  path?: PropertyKey[];
}

export function definitionOf(schema: Schema | z.core.$ZodCheck): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The checks of a schema; a format such as CIDR is a check of itself. */
export function checksOf(schema: Schema): Definition[] {
  const definition = definitionOf(schema);
  const own = definition.check === undefined ? [] : [definition];
  return [...own, ...(definition.checks ?? []).map(definitionOf)];
}

/** The text that a check shows when it fails, where we wrote one: `must be a UUID such as …`. */
export function failureText(definition: Definition): string | undefined {
  const text: unknown = definition.error?.({ code: "custom", input: undefined });
  return typeof text === "string" ? text : undefined;
}
