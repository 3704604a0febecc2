import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const cli = new URL("../../emulator/cli.ts", import.meta.url).pathname;
/** A process that says nothing for so long has failed. */
const readyMs = 30_000;

/** The command in a process of its own. */
export interface Command {
  process: ChildProcess;
  /** The JSON line that says it is ready. */
  ready: Promise<{ url: string; console: string }>;
  /** Its end: exit code, or the signal that ended it, and what it wrote. */
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
    const timer = setTimeout(() => reject(new Error(`Not ready after ${readyMs} ms: ${written.stderr}`)), readyMs);
    child.stdout.on("data", () => {
      if (!written.stdout.includes("\n")) return;
      clearTimeout(timer);
      resolve(JSON.parse(written.stdout));
    });
    child.on("close", () => {
      clearTimeout(timer);
      reject(new Error(`Ended before it was ready: ${written.stderr}`));
    });
  });
  // Tests that only look at the end do not wait for it to be ready.
  ready.catch(() => {});
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, ready, ended };
}

/** A directory that is gone after the test. */
export function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "emulator-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
