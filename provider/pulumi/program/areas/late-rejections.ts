import { PlatformError } from "../../../client/index.ts";

let isOn = false;

/**
 * Suppresses Node's PromiseRejectionHandledWarning for failed lookups. Pulumi takes up a program's exports only after loading it,
 * and a lookup may have failed by then: Pulumi has already printed its error as that of a promise without a handler, and prints
 * it once. Warnings about other promises stay.
 */
export function takeUpLate(): void {
  if (isOn) return;
  isOn = true;
  process.on("rejectionHandled", (promise) => void warnOfOthers(promise));
}

/** Node prints no warning of its own if the event has a listener. */
async function warnOfOthers(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (reason) {
    if (reason instanceof PlatformError || process.listenerCount("rejectionHandled") > 1) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  }
}
