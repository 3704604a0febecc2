import { clock } from "@cloudplatform/pulumi/values";
import { PlatformError } from "../server/errors.ts";

/**
 * Runs a request whose connection is closed. No client gets the result, so an error response is dropped, too. The timer does not
 * keep the process alive.
 */
export function runLater(ms: number, act: () => unknown): void {
  const timer = clock.setTimeout(() => {
    try {
      act();
    } catch (cause) {
      if (!(cause instanceof PlatformError)) console.error(cause);
    }
  }, ms);
  timer.unref();
}
