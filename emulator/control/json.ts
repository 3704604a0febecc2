import type { Context } from "hono";
import type { z } from "zod";
import { invalidRequest, PlatformError } from "../server/errors.ts";

/** The parsed body of a control request. */
export async function jsonBody<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const value: unknown = await context.req.json().catch(() => {
    throw new PlatformError(400, "The body is not valid JSON.");
  });
  return parseOrRefuse(schema, value);
}

export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidRequest(result.error.issues);
  return result.data;
}
