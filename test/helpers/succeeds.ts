import { expect } from "vitest";

/** The result of a command that must end well; its output is shown where it does not. */
export async function succeeds<Result extends { code: number; output: string }>(run: Promise<Result>): Promise<Result> {
  const done = await run;
  expect(done.code, done.output).toBe(0);
  return done;
}
