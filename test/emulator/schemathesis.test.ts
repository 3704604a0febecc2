import { expect, test } from "vitest";
import { runSchemathesis } from "./schemathesis/run.ts";

/** Some 14,000 requests: a minute on a quiet machine, and the first time the installation before it. */
const timeoutMs = 900_000;

test(
  "gives schemathesis nothing to find on any route",
  async () => {
    const { code, output } = await runSchemathesis(10);
    expect(output.slice(-8000)).toContain("No issues found");
    expect(code).toBe(0);
  },
  timeoutMs,
);
