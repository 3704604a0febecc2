import { expect } from "vitest";

/** Returns the result of a command that must succeed. On failure, the assertion shows its output. */
export async function succeeds<Result extends { code: number; output: string }>(run: Promise<Result>): Promise<Result> {
  const done = await run;
  expect(done.code, done.output).toBe(0);
  return done;
}
