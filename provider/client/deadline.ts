import { clock, durationText } from "../values/index.ts";
import { DeadlineError } from "./errors.ts";

/** The time limit of an operation, across all its waits. */
export class Deadline {
  /** No limit beyond the timeouts of each request. */
  static readonly never = new Deadline(Number.POSITIVE_INFINITY, "never");

  readonly timeoutMs: number;
  /** Where the limit was set, for messages: `timeouts.create`. */
  readonly source: string;
  readonly #startedAt = clock.monotonic();

  constructor(timeoutMs: number, source: string) {
    this.timeoutMs = timeoutMs;
    this.source = source;
  }

  get leftMs(): number {
    return Math.max(0, this.#startedAt + this.timeoutMs - clock.monotonic());
  }

  /** `3m10s of 2h`. */
  get elapsed(): string {
    return `${durationText(clock.monotonic() - this.#startedAt)} of ${durationText(this.timeoutMs)}`;
  }

  /** @param what The condition that was not met: `task 7f3… was still RUNNING`. */
  error(what: string): DeadlineError {
    return new DeadlineError(`${what} after ${durationText(this.timeoutMs)} (${this.source}).`);
  }
}
