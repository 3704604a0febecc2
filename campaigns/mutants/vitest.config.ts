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
/** One worker, because a run is short and each worker loads all sources. */
const inProcess = (test.projects ?? [])
  .filter((one) => JSON.stringify(one).includes('"name":"in-process'))
  .map((one) => {
    const { test: options, ...others } = one as ViteUserConfig;
    const pool = options?.isolate === false ? { pool: keptPool } : {};
    return { ...others, test: { ...options, ...pool, maxWorkers: 1 } };
  });

/** Keeps the given order of the files, the cheapest first: the first failure ends the run. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** Runs the tests in this process on changed sources. The files on disk stay unchanged. */
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
    // The cache's key is the file on disk, which a mutant does not change.
    fsModuleCache: false,
    sequence: { sequencer: AsGiven },
    reporters: [],
    // A mutant may wait forever, and a busy machine may take a minute for a test of a few seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
