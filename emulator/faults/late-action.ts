import { PlatformError } from "../server/errors.ts";

/**
 * Acts on a request whose connection is gone. Nobody hears what comes of it: a refusal is dropped as its answer would be.
 * Not waited for at the end of the process.
 */
export function actLater(ms: number, act: () => unknown): void {
  const timer = setTimeout(() => {
    try {
      act();
    } catch (cause) {
      if (!(cause instanceof PlatformError)) console.error(cause);
    }
  }, ms);
  timer.unref();
}
