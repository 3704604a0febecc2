import { spawn } from "node:child_process";

/** A line of output, and the seconds since the story began. */
export interface Printed {
  at: number;
  text: string;
}

/** The output of one command of the story. */
export interface CommandRun {
  command: string;
  at: number;
  lines: Printed[];
  code: number | null;
}

/**
 * Creates the cluster of the Kubernetes example, kills Pulumi with all its child processes while the platform creates the
 * cluster, and runs it again: the story of the README's picture, and of its test.
 */
export async function resumeStory(checkout: string, env: NodeJS.ProcessEnv = process.env): Promise<CommandRun[]> {
  const began = performance.now();
  const run = (command: string, killedAt?: RegExp): Promise<CommandRun> =>
    new Promise((resolve, reject) => {
      const at = (performance.now() - began) / 1_000;
      const lines: Printed[] = [];
      const [name = "", ...options] = command.split(" ");
      const args = ["run", "--silent", "example", "--", "kubernetes", name, "--yes", ...options];
      const child = spawn("npm", args, { cwd: checkout, env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        for (const line of text.split("\n"))
          lines.push({ at: (performance.now() - began) / 1_000, text: line.trimEnd() });
        if (killedAt?.test(text) === true && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      });
      child.on("error", reject);
      child.on("close", (code) => resolve({ command, at, lines, code }));
    });
  return [
    await run("up --skip-preview", /Cluster shop creating .*RUNNING, [2-9]s of/),
    await run("cancel"),
    await run("up --skip-preview"),
  ];
}
