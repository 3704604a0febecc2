import { durationText } from "../values/index.ts";
import { CancelledError, DeadlineError } from "./errors.ts";

/** The time that an operation may take, however many waits it is made of. */
export class Deadline {
  readonly timeoutMs: number;
  /** What sets the time, for messages: `timeouts.create`. */
  readonly source: string;
  readonly #startedAt = performance.now();

  constructor(timeoutMs: number, source: string) {
    this.timeoutMs = timeoutMs;
    this.source = source;
  }

  get leftMs(): number {
    return Math.max(0, this.#startedAt + this.timeoutMs - performance.now());
  }

  /** `3m10s of 2h`. */
  get elapsed(): string {
    return `${durationText(performance.now() - this.#startedAt)} of ${durationText(this.timeoutMs)}`;
  }

  /** @param what The condition that was not yet met: `task 7f3… was still RUNNING`. */
  error(what: string): DeadlineError {
    return new DeadlineError(`${what} after ${durationText(this.timeoutMs)} (${this.source}).`);
  }

  /** Waits; throws where the operation was interrupted or its time is over. */
  async pause(ms: number, what: string, signal?: AbortSignal): Promise<void> {
    if (this.leftMs === 0) throw this.error(what);
    if (signal?.aborted === true) throw new CancelledError("The wait was interrupted.");
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.min(ms, this.leftMs));
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      }
      signal?.addEventListener("abort", done, { once: true });
    });
    if (signal?.aborted) throw new CancelledError("The wait was interrupted.");
  }
}
