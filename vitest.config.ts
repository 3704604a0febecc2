import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/.stacks/**"],
    setupFiles: ["./test/helpers/setup.ts"],
    reporters: ["default", "./test/helpers/closing-line.ts"],
    // A test with the real CLI takes seconds; two cores make more than two files at once slower, not faster.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
