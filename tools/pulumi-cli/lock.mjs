// One run at a time gets the CLI; the others wait for it. The lock saves work and nothing else: what a run makes is
// renamed into place as a whole, so that two of them would do no harm.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_AGAIN_MS = 300;
// Where the holder cannot be asked for (another machine or container shares the folder, or it was killed before it had
// written who it is), the lock's age decides.
const REFRESH_MS = 5000;
const STALE_MS = 60_000;

/** Takes the lock, waiting while a living process has it. `onWait(pid)` is called once, when it must wait. */
export async function takeLock(file, { signal, onWait }) {
  let waited = false;
  for (;;) {
    signal.throwIfAborted();
    if (create(file)) return hold(file);
    const seen = read(file);
    if (seen === undefined) continue;
    if (isStale(file, seen)) {
      discard(file, seen);
      continue;
    }
    if (!waited) onWait(parse(seen)?.pid);
    waited = true;
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** True when the lock was not there and is now ours. */
function create(file) {
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: os.hostname() }), {
      flag: "wx",
    });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function hold(file) {
  const mine = read(file);
  const timer = setInterval(() => touch(file), REFRESH_MS);
  timer.unref();
  const release = () => {
    clearInterval(timer);
    process.off("exit", release);
    if (read(file) === mine) fs.rmSync(file, { force: true });
  };
  process.on("exit", release);
  return { release };
}

function touch(file) {
  try {
    fs.utimesSync(file, new Date(), new Date());
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function isStale(file, content) {
  const holder = parse(content);
  if (holder?.host !== os.hostname()) return (ageMs(file) ?? 0) > STALE_MS;
  // A process that got the same id later began at another time.
  return startOf(holder.pid) !== holder.started;
}

function ageMs(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat && Date.now() - stat.mtimeMs;
}

/** Removes a stale lock, unless somebody else did so first and already has a new one. */
function discard(file, seen) {
  const grave = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, grave);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  try {
    if (read(grave) !== seen) fs.copyFileSync(grave, file, fs.constants.COPYFILE_EXCL);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(grave, { force: true });
  }
}

function parse(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** When a process began, in whatever form the system tells it; undefined when there is none of that id. */
export function startOf(pid) {
  try {
    if (process.platform === "linux") {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      // The second field is the name in parentheses, which may hold blanks; the start is the 22nd (proc_pid_stat(5)).
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie has ended; only its parent has not asked yet.
      return fields[0] === "Z" ? undefined : `${fields[19]} ${bootId()}`;
    }
    if (process.platform === "win32") return process.kill(pid, 0) ? "running" : undefined;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Start times count from the boot, so that they mean nothing after the next one. */
function bootId() {
  return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
