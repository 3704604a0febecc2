import type { Reporter, TestModule } from "vitest/node";

/** Prints the tests that passed only on a retry, and the summary line that runners parse: `12 passed, 0 failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.diagnostic()?.flaky) console.log(`Flaky: ${module.relativeModuleId} > ${test.fullName}`);
      }
      // A file that fails to load has no tests that could be counted.
      if (module.state() === "failed" && module.children.size === 0) counts.failed += 1;
    }
    const skipped = counts.skipped + counts.pending;
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
  }
}
