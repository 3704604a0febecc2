import { type SpawnOptions, spawn } from "node:child_process";

interface RunCommandOptions extends Pick<SpawnOptions, "cwd" | "env"> {
  /** Text for standard input. */
  input?: string;
}

/** Runs a command until it exits. Returns its stdout and stderr as one output. */
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
    // Ignore the write error of a command that exits without reading its input.
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
