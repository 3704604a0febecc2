import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The review of many stacks with fifty of each project, or with `STACKS_OF_PROJECT`. */
const { STACKS_OF_PROJECT: count = "50" } = process.env;
const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "test/e2e/review-many-stacks.process.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, STACKS_OF_PROJECT: count },
});
process.exitCode = status ?? 1;
