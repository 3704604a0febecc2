import type { Command } from "commander";
import { stepProgress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

export interface StackFlags {
  stack?: string;
  cwd: string;
}

/** Adds the options of a command on one stack of a project, spelled as Pulumi's. */
export function withStackFlags(target: Command): Command {
  return target
    .option("-s, --stack <name>", "Stack (default: the selected one)")
    .option("-C, --cwd <folder>", "Folder of the Pulumi project", ".");
}

export function stackOptions({ stack, cwd }: StackFlags, terminal: Terminal) {
  const environment = { ...terminal.environment } as NodeJS.ProcessEnv;
  // Matches the number of steps in provider/review, which is loaded only when a review is made.
  return { stack, cwd, environment, signal: terminal.signal, progress: stepProgress(3, terminal) };
}
