import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { RunOptions } from "../../engine/backend/cli.ts";

/**
 * Options of a command that runs the engine: with an event log, a debugging option of the CLI that must be enabled, and with late
 * modules.
 */
export function engineRun(options: RunOptions, variables: NodeJS.ProcessEnv = {}): RunOptions {
  const { env } = options;
  return { ...options, env: { ...env, ...lateModules(env), PULUMI_DEBUG_COMMANDS: "true", ...variables } };
}

/**
 * Lets the engine's Node.js processes load modules on first use, which makes up for most of what a review adds to a preview
 * (docs/performance.md). The file is the one of this package: a file of the project would run in the processes of policy packs,
 * which the author of a change must not reach.
 */
function lateModules({ NODE_OPTIONS: given = "" }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = createRequire(import.meta.filename).resolve("@cloudplatform/pulumi/package.json");
  const file = join(dirname(own), "late-modules.cjs");
  if (given.includes("late-modules.cjs") || !existsSync(file)) return {};
  return { NODE_OPTIONS: `${given} --require=${JSON.stringify(file)}`.trim() };
}
