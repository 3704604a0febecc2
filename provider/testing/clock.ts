import { setImmediate as turn } from "node:timers/promises";
import type { Clock, Timer } from "../values/index.ts";

/**
 * Resources that may be open while the process is idle. Anything else, such as a file operation or a child process, is activity.
 */
const idleResources = new Set([
  ...["Timeout", "Immediate", "TickObject", "TCPServerWrap", "TCPSocketWrap", "PipeWrap", "TTYWrap", "MessagePort"],
  ...["Worker", "SignalWrap", "FSEventWrap"],
]);

/** After this many idle turns of the event loop, nothing can happen before the next timer. */
const quietTurns = 3;

/** How long to wait before checking again for activity. */
const lookMs = 2;

interface PendingTimer extends Timer {
  dueMs: number;
  run: () => void;
}

/**
 * The system's clock without the waiting: when this process is idle until the next timer, time skips to it. While a request is in
 * flight, a file is written or a child process runs, time passes as usual.
 */
export class SkippingClock implements Clock {
  #skippedMs = 0;
  /** The loop that runs timers ends when another loop has started or the clock was reset. */
  #loop: symbol | undefined;
  readonly #pending = new Set<PendingTimer>();
  readonly #requests = new Set<unknown>();
  /** Number of requests started so far. */
  #begun = 0;

  /** Returns to the system's time and drops all timers. */
  protected reset(): void {
    this.#skippedMs = 0;
    this.#loop = undefined;
    this.#pending.clear();
    this.#requests.clear();
  }

  /** Skips an amount of time at once. */
  advance(ms: number): void {
    this.#skippedMs += ms;
  }

  now = (): number => Date.now() + this.#skippedMs;
  monotonic = (): number => performance.now() + this.#skippedMs;
  random = (): number => Math.random();

  setTimeout = (run: () => void, ms: number): Timer => {
    const timer: PendingTimer = { dueMs: this.monotonic() + ms, run, unref: () => timer };
    this.#pending.add(timer);
    if (this.#loop === undefined) void this.#runTimers();
    return timer;
  };

  clearTimeout = (timer: Timer | undefined): void => {
    this.#pending.delete(timer as PendingTimer);
  };

  /** Marks a request as in flight until {@link ended}. */
  begun(request: unknown): void {
    this.#begun++;
    this.#requests.add(request);
  }

  ended(request: unknown): void {
    this.#requests.delete(request);
  }

  async #runTimers(): Promise<void> {
    const loop = Symbol();
    this.#loop = loop;
    // Lets the code that set the first timer continue before the timer can be due.
    await turn();
    while (this.#loop === loop && this.#pending.size > 0) {
      const next = this.#next();
      if (next.dueMs <= this.monotonic()) {
        this.#pending.delete(next);
        next.run();
      } else if (await this.#isQuiet()) this.#skippedMs += Math.max(0, next.dueMs - this.monotonic());
      else await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    if (this.#loop === loop) this.#loop = undefined;
  }

  /** The timer that is due first; of several, the one that was set first. */
  #next(): PendingTimer {
    return [...this.#pending].reduce((first, one) => (one.dueMs < first.dueMs ? one : first));
  }

  /** Whether the process is idle until the next timer, and that timer has not changed during the check. */
  async #isQuiet(): Promise<boolean> {
    const [begun, next] = [this.#begun, this.#next()];
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      if (this.isBusy()) return false;
      await turn();
    }
    await this.settled();
    return !this.isBusy() && begun === this.#begun && this.#pending.size > 0 && next === this.#next();
  }

  /** Whether anything but timers is in progress. */
  protected isBusy(): boolean {
    if (this.#requests.size > 0) return true;
    return process.getActiveResourcesInfo().some((name) => !idleResources.has(name));
  }

  /** Resolves when the modules being loaded are loaded. */
  protected async settled(): Promise<void> {}
}
