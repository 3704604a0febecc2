import { type ChildProcess, spawn } from "node:child_process";
import { clock } from "../../values/index.ts";
import { OperationError } from "../handler/errors.ts";

/** The Pulumi CLI could not be started. The message says what to do. */
export class PulumiNotStartedError extends OperationError {}

/** What a Pulumi command did. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  /** The command was killed because it took too long. */
  isKilled?: boolean;
}

export interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Whether SIGTERM interrupts the command instead of ending this process; default: true. */
  forwardsSigterm?: boolean;
  /** Milliseconds after which the command is killed; only for commands that change nothing. */
  killMs?: number;
  /** Receives the output of the command while it is printed. */
  onOutput?: (text: string) => void;
}

/**
 * Runs the Pulumi CLI from the search path, in a process group of its own. A terminal sends Ctrl-C to the whole group, and a
 * second Ctrl-C, after the one that we pass on, would make the engine stop without saving its state. This waits until the CLI has
 * cancelled itself.
 */
export function pulumi(args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env, signal, forwardsSigterm = true, killMs, onOutput } = options;
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd,
      env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    const interrupt = () => void child.kill("SIGINT");
    signal.addEventListener("abort", interrupt, { once: true });
    // SIGTERM ends a pipeline job.
    if (forwardsSigterm) process.once("SIGTERM", interrupt);
    const ran = { stdout: "", stderr: "" };
    let isKilled = false;
    const kill = () => {
      isKilled = true;
      killGroup(child);
    };
    const timer = killMs === undefined ? undefined : clock.setTimeout(kill, killMs);
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        ran[name] += chunk;
        onOutput?.(chunk);
      });
    child.on("error", (error) => reject(new PulumiNotStartedError(notStarted(error, cwd), "CP4002")));
    child.on("close", (code) => {
      clock.clearTimeout(timer);
      signal.removeEventListener("abort", interrupt);
      process.removeListener("SIGTERM", interrupt);
      resolve({ code: code ?? 1, ...ran, ...(isKilled && { isKilled }) });
    });
  });
}

/** Kills a command with everything that it has started: survivors would keep its output open. Windows has no process groups. */
function killGroup(child: ChildProcess): void {
  if (process.platform === "win32" || child.pid === undefined) return void child.kill("SIGKILL");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function notStarted(error: Error, cwd: string): string {
  return "code" in error && error.code === "ENOENT"
    ? `The Pulumi CLI could not be started in "${cwd}". Put pulumi on the PATH, or run this command with npx in a project that has the npm package "pulumi"; and check that the folder exists.`
    : `The Pulumi CLI could not be started: ${error.message}`;
}

/** Says only that something failed; another line says what. */
const generic = /^error: (preview|update|refresh) failed$/;

/** Returns the line of a failed command that says why, for use in an error with a code of its own. */
export function reasonOf({ stdout, stderr }: Pick<Ran, "stdout" | "stderr">): string {
  const lines = `${stderr}\n${stdout}`.split("\n").map((line) => line.trim());
  const errors = lines.filter((one) => one.startsWith("error:"));
  const line = errors.find((one) => !generic.test(one)) ?? errors[0] ?? lines.find((one) => one !== "") ?? "no message";
  return line.replace(/^error: ((Preview|Update|Refresh) failed: )?/, "").replace(/\.?( \[CP\d{4}\])?\.?$/, "");
}
