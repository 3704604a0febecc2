// Installs exclusively: one process of the machine at a time, in a draft folder, until a signal stops it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { InterruptedError } from "./errors.mjs";
import { isRunning, takeLock } from "./lock.mjs";

/** Drafts are named after their owner, so that the draft of a killed run can be recognized. */
const DRAFT = ".draft-";

/**
 * Runs `work(signal)` under the lock of the CLI's folder. A signal aborts it: it stops its child processes, removes draft and lock, and
 * then rejects.
 */
export async function alone(location, progress, work) {
  const controller = new AbortController();
  const names = ["SIGINT", "SIGTERM", "SIGHUP"];
  const stop = (name) => controller.abort(new InterruptedError(name));
  for (const name of names) process.on(name, stop);
  try {
    const lock = await waitForLock(location, progress, controller.signal);
    try {
      removeAbandonedDrafts(location.root);
      return await work(controller.signal);
    } finally {
      lock.release();
    }
  } finally {
    for (const name of names) process.off(name, stop);
  }
}

function waitForLock({ bin, version, versions }, progress, signal) {
  fs.mkdirSync(path.dirname(bin), { recursive: true });
  const waiting = { pid: undefined };
  return progress.during(
    () => `Waiting for process ${waiting.pid}, which is installing the Pulumi CLI ${version}`,
    () =>
      takeLock(path.join(versions, `.${version}.lock`), {
        signal,
        onWait: (pid) => {
          waiting.pid = pid;
          progress.say(`Another run (process ${pid}) is installing the Pulumi CLI ${version}; waiting for it.`);
        },
      }),
  );
}

/** Runs work with a folder for its output, which is removed afterwards. */
export async function inDraft({ root }, work) {
  const draft = fs.mkdtempSync(path.join(root, `${DRAFT}${os.hostname()}-${process.pid}-`));
  try {
    return await work(draft);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes drafts that killed runs have left on this machine. */
function removeAbandonedDrafts(root) {
  const prefix = `${DRAFT}${os.hostname()}-`;
  for (const entry of fs.readdirSync(root).filter((name) => name.startsWith(prefix)))
    if (!isRunning(Number.parseInt(entry.slice(prefix.length), 10)))
      fs.rmSync(path.join(root, entry), { recursive: true, force: true });
}
