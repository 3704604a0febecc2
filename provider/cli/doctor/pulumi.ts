import { execFile } from "node:child_process";

export interface PulumiRun {
  /** undefined: the CLI could not be started. */
  code: number | undefined;
  stdout: string;
  stderr: string;
}

/** Runs the Pulumi CLI that is first on PATH. It is given no terminal, so it never asks. */
export type Pulumi = (...args: string[]) => Promise<PulumiRun>;

export function pulumiIn(folder: string, environment: Record<string, string | undefined>): Pulumi {
  const env = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "1" };
  return (...args) =>
    new Promise((resolve) => {
      const options = { cwd: folder, env, maxBuffer: 1 << 30, timeout: 120_000 };
      const child = execFile("pulumi", [...args, "--non-interactive"], options, (error, stdout, stderr) => {
        const isMissing = error !== null && "code" in error && error.code === "ENOENT";
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code: isMissing ? undefined : code, stdout, stderr });
      });
      child.stdin?.end();
    });
}

/** The first line of what a command says of its failure. */
export function failureOf({ stderr, stdout }: PulumiRun): string {
  const line = (stderr || stdout).split("\n").find((one) => one.trim() !== "") ?? "no message";
  return line.trim().replace(/^error: /, "");
}
