import { clock, durationText, type Timer } from "../values/index.ts";
import { CancelledError, DeadlineError, type PlatformError } from "./errors.ts";

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

/** The operation that a request belongs to, which may end while the request is still waiting to be sent. */
export interface Scope {
  /** URN of the resource, or name of the function or command. */
  readonly subject: string;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
  /** `Deadline.never` for an operation that only waits for the responses to its requests. */
  readonly deadline: Deadline;
}

/** Maximum delay of `setTimeout`, about 24 days. */
const maxTimerMs = 2 ** 31 - 1;

const never = new AbortController().signal;

/** A scope that only ends with a signal: a function's call, a command, a script. */
export function scopeOf(subject: string, signal: AbortSignal = never): Scope {
  return { subject, signal, deadline: Deadline.never };
}

/**
 * Returns why an operation may not send any more, or undefined if it may.
 * @param what The unfinished step: `The wait`.
 */
export function endOf({ signal, deadline }: Scope, what: string): PlatformError | undefined {
  if (signal.aborted) return new CancelledError(`${what} was interrupted.`);
  return deadline.leftMs === 0 ? deadline.error(`${what} had not come to its end`) : undefined;
}

/** Throws if an operation has ended. */
export function refuseEnded(scope: Scope, what: string): void {
  const end = endOf(scope, what);
  if (end !== undefined) throw end;
}

/** Calls back once when a running operation ends; the returned function cancels that. */
export function onEnd({ signal, deadline }: Scope, ended: () => void): () => void {
  let timer: Timer | undefined;
  const stop = () => {
    clock.clearTimeout(timer);
    signal.removeEventListener("abort", end);
  };
  function end() {
    stop();
    ended();
  }
  const wait = () => {
    // A timer may fire early, and cannot wait longer than {@link maxTimerMs}.
    if (deadline.leftMs === 0) end();
    else timer = clock.setTimeout(wait, Math.min(Math.ceil(deadline.leftMs), maxTimerMs));
  };
  signal.addEventListener("abort", end, { once: true });
  if (Number.isFinite(deadline.leftMs)) wait();
  return stop;
}

/** Waits. Throws as soon as the operation has ended. */
export async function pauseIn(scope: Scope, ms: number, what = "The wait"): Promise<void> {
  refuseEnded(scope, what);
  let release = () => {};
  await new Promise<void>((resolve) => {
    const timer = clock.setTimeout(resolve, Math.min(ms, maxTimerMs));
    const stop = onEnd(scope, resolve);
    release = () => {
      clock.clearTimeout(timer);
      stop();
    };
  });
  release();
  refuseEnded(scope, what);
}

/** Waits. Rejects at once when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return pauseIn(scopeOf("a wait", signal), ms);
}
