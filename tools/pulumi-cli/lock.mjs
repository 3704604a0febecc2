// One process at a time installs the CLI; the others wait. The lock only avoids duplicate work: each process has its own
// draft, and files are renamed into place. So a file that its owner refreshes is enough. (proper-lockfile, without a
// release since 2021, works the same way, but notices a killed owner only after a timeout.)
import fs from "node:fs";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 300;
const REFRESH_MS = 5000;
const STALE_MS = 60_000;

/** Takes the lock, and waits while another process owns it. `onWait(pid)` is called once, before waiting. */
export async function takeLock(file, { signal, onWait }) {
  for (let waited = false; ; ) {
    signal.throwIfAborted();
    try {
      fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), { flag: "wx" });
      const timer = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), REFRESH_MS).unref();
      return {
        release() {
          clearInterval(timer);
          fs.rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const { pid, isStale } = readLock(file);
    if (isStale) fs.rmSync(file, { force: true });
    else {
      if (!waited) onWait(pid);
      waited = true;
      await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** A process id can be reused, and another machine's process cannot be checked: then the age of the lock decides. */
function readLock(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  const isOld = stat !== undefined && Date.now() - stat.mtimeMs > STALE_MS;
  try {
    const { pid, host } = JSON.parse(fs.readFileSync(file, "utf8"));
    return { pid, isStale: isOld || (host === os.hostname() && !isRunning(pid)) };
  } catch {
    return { isStale: isOld }; // It was just removed, or is being written.
  }
}

/** Whether a process of this machine exists. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
