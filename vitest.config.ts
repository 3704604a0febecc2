import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { prepareEnvironment } from "./test/helpers/environment.ts";
import LongestFirst from "./test/helpers/longest-first.ts";

prepareEnvironment();

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/.stacks/**"],
    globalSetup: ["./test/helpers/transit.ts"],
    setupFiles: ["./test/helpers/setup.ts"],
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./test/helpers/closing-line.ts"],
    // Only a test that hangs may meet a time limit: on a busy machine everything takes ten times as long.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 600_000 } },
    // Tests with the real CLI wait for a third of their time: for processes that start, polls and searches.
    maxWorkers: availableParallelism() + 4,
  },
});
