import { clock } from "../values/index.ts";
import { CancelledError } from "./errors.ts";

/** Waits. Rejects at once when the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) throw new CancelledError("The wait was interrupted.");
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clock.clearTimeout(timer);
      reject(new CancelledError("The wait was interrupted."));
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
