import { clock, type Timer } from "../values/index.ts";
import { Deadline } from "./deadline.ts";
import { CancelledError, type PlatformError } from "./errors.ts";

/** What a request belongs to: an operation, which may end while the request still waits to be sent. */
export interface Scope {
  /** URN of the resource, or name of the function or command. */
  readonly subject: string;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
  /** `Deadline.never` for an operation that waits for nothing but the responses to its requests. */
  readonly deadline: Deadline;
}

/** What `setTimeout` can count to, some 24 days. */
export const maxTimerMs = 2 ** 31 - 1;

const never = new AbortController().signal;

/** What ends with a signal only: a function's call, a command, a script. */
export function scopeOf(subject: string, signal: AbortSignal = never): Scope {
  return { subject, signal, deadline: Deadline.never };
}

/**
 * Why an operation may send nothing any more; undefined: it may.
 * @param what What was still to be done: `The wait`.
 */
export function endOf({ signal, deadline }: Scope, what: string): PlatformError | undefined {
  if (signal.aborted) return new CancelledError(`${what} was interrupted.`);
  return deadline.leftMs === 0 ? deadline.error(`${what} had not come to its end`) : undefined;
}

/** Throws where an operation has ended. */
export function refuseEnded(scope: Scope, what: string): void {
  const end = endOf(scope, what);
  if (end !== undefined) throw end;
}

/** Calls back once when an operation ends that has not yet; the function that is returned takes that back. */
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
    // A timer may be early, and counts no further than some weeks.
    if (deadline.leftMs === 0) end();
    else timer = clock.setTimeout(wait, Math.min(Math.ceil(deadline.leftMs), maxTimerMs));
  };
  signal.addEventListener("abort", end, { once: true });
  if (Number.isFinite(deadline.leftMs)) wait();
  return stop;
}

/** Waits; throws at once where the operation has ended or ends. */
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
