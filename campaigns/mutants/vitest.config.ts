import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.ts";
import { withMarks } from "./coverage-marks.ts";
import { isMutated } from "./files.ts";
import { keptPool } from "./kept-worker.ts";
import { loaded } from "./loaded.ts";
import { mutated } from "./operators.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const { test = {} } = base as ViteUserConfig;
/** A run is short, and each worker loads all sources. */
const inProcess = (test.projects ?? [])
  .filter((one) => JSON.stringify(one).includes('"name":"in-process'))
  .map((one) => {
    const { test: options, ...others } = one as ViteUserConfig;
    const pool = options?.isolate === false ? { pool: keptPool } : {};
    return { ...others, test: { ...options, ...pool, maxWorkers: 1 } };
  });

/** The cheapest file first, as the worker has sorted them: one that fails ends the run. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** The tests in this process, with changed sources; the files themselves stay as they are. */
export default defineConfig({
  root,
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      load(id) {
        const [path = ""] = id.split("?");
        const file = relative(root, path).replaceAll("\\", "/");
        if (loaded.marks && isMutated(file)) return withMarks(file, readFileSync(path, "utf8"));
        if (loaded.mutant?.file === file) return mutated(readFileSync(path, "utf8"), loaded.mutant);
        return undefined;
      },
    },
  ],
  test: {
    ...test,
    setupFiles: [
      ...(test.setupFiles ?? []),
      ...["called", "first-failure"].map((name) => `./campaigns/mutants/${name}.ts`),
    ],
    projects: inProcess,
    // Its key is the file as it is on disk.
    fsModuleCache: false,
    sequence: { sequencer: AsGiven },
    reporters: [],
    // A mutant may wait forever; a busy machine takes a minute for what takes seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
