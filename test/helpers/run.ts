import { type SpawnOptions, spawn } from "node:child_process";

interface RunCommandOptions extends Pick<SpawnOptions, "cwd" | "env"> {
  /** What it reads on standard input. */
  input?: string;
}

/** Runs a command to its end, with its output on stdout and stderr together. */
export function runCommand(
  command: string,
  args: readonly string[],
  { input, ...options }: RunCommandOptions,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    // A command that reads none of it has ended before.
    child.stdin?.on("error", () => {}).end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
