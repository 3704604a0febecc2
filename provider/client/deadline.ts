import { clock, durationText } from "../values/index.ts";
import { DeadlineError } from "./errors.ts";

/** The time that an operation may take, however many waits it is made of. */
export class Deadline {
  /** No time limit but those of each request. */
  static readonly never = new Deadline(Number.POSITIVE_INFINITY, "never");

  readonly timeoutMs: number;
  /** What sets the time, for messages: `timeouts.create`. */
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

  /** @param what The condition that was not yet met: `task 7f3… was still RUNNING`. */
  error(what: string): DeadlineError {
    return new DeadlineError(`${what} after ${durationText(this.timeoutMs)} (${this.source}).`);
  }
}
