import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const cli = new URL("../../emulator/cli.ts", import.meta.url).pathname;
/** The command in a separate process. */
export interface Command {
  process: ChildProcess;
  /** The JSON line that it prints when it is ready. */
  ready: Promise<{ url: string; console: string }>;
  /** Exit code or signal, and output. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
}

/** Runs `cloudplatform-emulator` for one test. */
export function runCommand(...args: string[]): Command {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const written = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (written.stdout += chunk));
  child.stderr.on("data", (chunk) => (written.stderr += chunk));
  const ended: Command["ended"] = new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, ...written }));
  });
  const ready: Command["ready"] = new Promise((resolve, reject) => {
    child.stdout.on("data", () => {
      if (written.stdout.includes("\n")) resolve(JSON.parse(written.stdout));
    });
    child.on("close", () => reject(new Error(`Ended before it was ready: ${written.stderr}`)));
  });
  // Tests of the exit do not await `ready`.
  ready.catch(() => {});
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, ready, ended };
}

/** Creates a temporary directory, which is removed after the test. */
export function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "emulator-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
