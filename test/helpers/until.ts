import { setTimeout as pause } from "node:timers/promises";

/** Polls until a result is defined. A timeout is a failure that names `what`. */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 600_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`After ${timeoutMs} ms still not so: ${what}.`);
    await pause(20);
  }
}
