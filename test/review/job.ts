import { spawn } from "node:child_process";

/** Where the steps of a job run. */
export interface Job {
  cwd: string;
  /** What the system gives every job. */
  env: NodeJS.ProcessEnv;
}

/** What a script did. */
export interface Ran {
  code: number;
  output: string;
}

/** Runs bash, without the files that it reads for a user. */
export function bash(args: readonly string[], { cwd, env }: Job): Promise<Ran> {
  const child = spawn("bash", ["--noprofile", "--norc", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
