import { spawn } from "node:child_process";
import { CheckError } from "./error.ts";

/** The result of a Pulumi command. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the first Pulumi CLI on PATH. */
export function pulumi(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", (error) => reject(new CheckError(notStarted(error, folder), "CP5005")));
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

function notStarted(error: Error, folder: string): string {
  return "code" in error && error.code === "ENOENT"
    ? `The Pulumi CLI could not be started in "${folder}". Run this command with npx in a project that has the npm package "pulumi", or put pulumi on the PATH; and see that the folder exists.`
    : `The Pulumi CLI could not be started: ${error.message}`;
}
