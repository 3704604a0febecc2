import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { prepareEnvironment } from "./test/helpers/environment.ts";
import LongestFirst from "./test/helpers/longest-first.ts";
import { testGroups } from "./test/helpers/test-groups.ts";

prepareEnvironment();

const { processes, cli, alone, shared } = testGroups();

/** Tests with the real CLI wait for a third of their time: for processes that start, polls and searches. */
const withCli = {
  globalSetup: [
    "./test/helpers/transit.ts",
    "./test/helpers/kept-node/start.ts",
    // The CLI is installed, where it is missing, while the others run.
    "./test/helpers/install-cli.ts",
  ],
  maxWorkers: availableParallelism() + 5,
  sequence: { groupOrder: 1 },
};

/** Tests in this process wait for next to nothing (helpers/time.ts): one worker more fills what is left. */
const inProcess = {
  setupFiles: ["./test/helpers/own-temporary-folder.ts"],
  maxWorkers: availableParallelism() + 1,
  sequence: { groupOrder: 0 },
};

export default defineConfig({
  test: {
    setupFiles: ["./test/helpers/setup.ts"],
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./test/helpers/processor-time-reporter.ts", "./test/helpers/closing-line.ts"],
    // Only a test that hangs may meet a time limit: on a busy machine everything takes ten times as long.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 600_000 } },
    projects: [
      {
        extends: true,
        // Loading the same modules for each file takes more processor time than the tests.
        test: { ...inProcess, name: "in-process", include: shared, isolate: false },
      },
      { extends: true, test: { ...inProcess, name: "in-process-alone", include: alone } },
      // Each worker loads the modules and borrows up to three kept processes, whose first jobs take ten times as long as the next.
      {
        extends: true,
        test: { ...withCli, name: "cli", include: cli, isolate: false, maxWorkers: availableParallelism() + 2 },
      },
      // `npm run test:all`; the others are `npm test`.
      { extends: true, test: { ...withCli, name: "processes", include: processes, isolate: false } },
    ],
  },
});
