import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The test of attempts that a hook asks for, whole: every fault, every resource and both providers. The suites take turns. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "test/engine/hundred-attempts-all.process.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, EVERY_ATTEMPT: "true" },
});
process.exitCode = status ?? 1;
