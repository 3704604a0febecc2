import type { z } from "zod";

/** Returns a schema's problems with a value, one per line, with the path in the wire's spelling: `pools.0.name: …`. */
export function problems(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return (parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

/** Returns the paths of the fields that a schema refuses. */
export function refused(schema: z.ZodType, value: unknown): string[] {
  return [...new Set(problems(schema, value).map((problem) => problem.slice(0, problem.indexOf(":"))))];
}
