import type { z } from "zod";

export type Schema = z.core.$ZodType;

/** The parts of a zod definition that the generator reads. */
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
  // Bound of a check.
  value?: number;
  minimum?: number;
  maximum?: number;
  path?: PropertyKey[];
}

export function definitionOf(schema: Schema | z.core.$ZodCheck): Definition {
  return schema._zod.def as unknown as Definition;
}

/** Returns the checks of a schema; a format such as CIDR is a check, too. */
export function checksOf(schema: Schema): Definition[] {
  const definition = definitionOf(schema);
  const own = definition.check === undefined ? [] : [definition];
  return [...own, ...(definition.checks ?? []).map(definitionOf)];
}

/** The error message that a check declares: `must be a UUID such as …`. */
export function messageOf(definition: Definition): string | undefined {
  const text: unknown = definition.error?.({ code: "custom", input: undefined });
  return typeof text === "string" ? text : undefined;
}
