// Runs a program in a separate process group, so that it can be stopped together with its children.
import { spawn } from "node:child_process";
import readline from "node:readline";

const KILL_AFTER_MS = 3000;
const LINES_KEPT = 200;

/**
 * Resolves with `{ code, lines, missing }` when the program ends: the last 200 lines of stdout and stderr, and whether the
 * program was not found. `onLine(line, stream)` is called for each line. When `signal` aborts, the whole group is stopped
 * and the promise rejects with the signal's reason.
 */
export function runGroup(command, args, { signal, onLine = () => {}, ...options }) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const lines = [];
  for (const name of ["stdout", "stderr"]) {
    readline.createInterface({ input: child[name] }).on("line", (line) => {
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      onLine(line, name);
    });
  }
  const stop = () => {
    killGroup(child, "SIGTERM");
    setTimeout(() => killGroup(child, "SIGKILL"), KILL_AFTER_MS).unref();
  };
  const leave = () => killGroup(child, "SIGKILL");
  signal?.addEventListener("abort", stop);
  process.on("exit", leave);
  return new Promise((resolve, reject) => {
    const done = (result) => {
      signal?.removeEventListener("abort", stop);
      process.off("exit", leave);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ missing: false, lines, ...result });
    };
    child.once("error", (error) => {
      lines.push(error.message);
      done({ code: null, missing: error.code === "ENOENT" });
    });
    child.once("close", (code) => done({ code }));
  });
}

function killGroup(child, name) {
  if (child.pid === undefined) return;
  try {
    // A negative id stands for the group. Windows has no groups: only the child is stopped.
    if (process.platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
