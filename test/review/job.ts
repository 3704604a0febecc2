import { spawn } from "node:child_process";

/** The folder and environment in which a job's steps run. */
export interface Job {
  cwd: string;
  /** Variables that the CI system sets for every job. */
  env: NodeJS.ProcessEnv;
}

/** The result of a script. */
export interface Ran {
  code: number;
  output: string;
}

/** Runs bash without the user's startup files. */
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
