import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs tests of the suite as a campaign with more cases than the suite has. The variables set how many. */
export function runTests(path: string, variables: Readonly<Record<string, string>>): void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const env = { ...process.env, ...variables };
  const { status } = spawnSync(process.execPath, [vitest, "run", path], { cwd: root, stdio: "inherit", env });
  process.exitCode = status ?? 1;
}
