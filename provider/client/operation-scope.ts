import { clock, type Timer } from "../values/index.ts";
import { Deadline } from "./deadline.ts";
import { CancelledError, type PlatformError } from "./errors.ts";

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
