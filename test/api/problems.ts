import type { z } from "zod";

/** What a schema has to say about a value: `pools[0].name: …` in the wire's spelling, one line a problem. */
export function problems(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return (parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

/** Paths of the fields that a schema refuses. */
export function refused(schema: z.ZodType, value: unknown): string[] {
  return [...new Set(problems(schema, value).map((problem) => problem.slice(0, problem.indexOf(":"))))];
}
