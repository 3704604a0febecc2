import { spawn } from "node:child_process";
import { hostFor } from "./hosts.ts";
import type { Declared } from "./kinds.ts";
import { killTrees } from "./processes.ts";

/** The result of a command. */
export interface Run {
  /** null if the command was killed. */
  code: number | null;
  output: string;
  ms: number;
}

export interface Command {
  bin: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The resources of the program, if the command runs one. */
  resources?: readonly Declared[];
  /** Receives a function that kills the command with -9, together with all processes that it has started and its language host. */
  onStart?: (kill: () => void) => void;
}

/** Runs a command of the real CLI to its end. */
export async function run(command: Command): Promise<Run> {
  const began = performance.now();
  const host = command.resources === undefined ? undefined : await hostFor(command.resources);
  const inline = host === undefined ? [] : [`--client=127.0.0.1:${host.port}`, "--exec-kind", "auto.inline"];
  const child = spawn(command.bin, [...command.args, "--non-interactive", "--color", "never", ...inline], {
    ...{ cwd: command.cwd, env: command.env, stdio: ["ignore", "pipe", "pipe"] },
  });
  let wasKilled = false;
  let hasEnded = false;
  command.onStart?.(() => {
    // Another process may have the id by now.
    if (hasEnded) return;
    wasKilled = true;
    killTrees([child.pid, host?.pid].filter((pid) => pid !== undefined));
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => {
      hasEnded = true;
    });
    child.on("close", (ended) => resolve(ended ?? 1));
  });
  hasEnded = true;
  // A command may end with 0 although it was killed at the same time. Its host is dead in any case.
  host?.release(code === 0 && !wasKilled);
  return { code: wasKilled && code !== 0 ? null : code, output, ms: performance.now() - began };
}
