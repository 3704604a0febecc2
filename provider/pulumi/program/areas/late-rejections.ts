import { PlatformError } from "../../../client/index.ts";

let isOn = false;

/**
 * Keeps Node's PromiseRejectionHandledWarning from the failures of lookups. Pulumi takes up what a program exports only
 * after it was loaded, and a lookup may have failed before: Pulumi then has printed its error as that of a promise without
 * a handler, and prints it once. Warnings about other promises stay.
 */
export function takeUpLate(): void {
  if (isOn) return;
  isOn = true;
  process.on("rejectionHandled", (promise) => void warnOfOthers(promise));
}

/** Node prints no warning of its own where the event has a listener. */
async function warnOfOthers(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (reason) {
    if (reason instanceof PlatformError || process.listenerCount("rejectionHandled") > 1) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  }
}
