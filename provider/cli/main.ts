#!/usr/bin/env node
import { closePools } from "../client/index.ts";
import { runCommandLine } from "./program.ts";
import { processTerminal } from "./terminal.ts";

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
// A reader such as `head` may close the pipe early; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

async function main(): Promise<void> {
  process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal(interrupted.signal));
  await closePools();
}

// The installed command is CommonJS, which has no top-level await.
void main();
