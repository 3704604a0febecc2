import { spawn } from "node:child_process";
import type { TestStack } from "../test/helpers/stack.ts";
import { ensurePulumi } from "../tools/pulumi.mjs";

const { bin } = await ensurePulumi({ log: () => undefined });

/** Starts a command of the CLI as users do, without the event log that tests read. */
export function startCommand({ folder, env }: TestStack, ...args: string[]) {
  const child = spawn(bin, [...args, "--non-interactive"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const done = new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
  return { pid: child.pid ?? 0, done };
}
