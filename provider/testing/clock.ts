import { setImmediate as turn } from "node:timers/promises";
import type { Clock, Timer } from "../values/index.ts";

/** What may be open while nothing happens. Anything else, such as a file operation or a child process, is work. */
const idleResources = new Set([
  ...["Timeout", "Immediate", "TickObject", "TCPServerWrap", "TCPSocketWrap", "PipeWrap", "TTYWrap", "MessagePort"],
  ...["Worker", "SignalWrap", "FSEventWrap"],
]);

/** Turns of the event loop without work after which nothing happens before the next timer. */
const quietTurns = 3;

/** After this time work is looked at again. */
const lookMs = 2;

interface PendingTimer extends Timer {
  dueMs: number;
  run: () => void;
}

/**
 * The system's clock without the waiting: where nothing happens in this process before the next timer, time skips to it. While
 * a request is under way, a file is written or a child process lives, time passes as usual.
 */
export class SkippingClock implements Clock {
  #skippedMs = 0;
  /** The loop that runs timers ends when another one has begun, or the clock was reset. */
  #loop: symbol | undefined;
  readonly #pending = new Set<PendingTimer>();
  readonly #requests = new Set<unknown>();
  /** Counts requests that have begun. */
  #begun = 0;

  /** Goes back to the system's time, without timers. */
  protected reset(): void {
    this.#skippedMs = 0;
    this.#loop = undefined;
    this.#pending.clear();
    this.#requests.clear();
  }

  /** Skips some time at once. */
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

  /** A request is under way until {@link ended}. */
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
    // The code that has set the first timer goes on before it can be due.
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

  /** Whether nothing happens before the next timer, which is the same as before the question. */
  async #isQuiet(): Promise<boolean> {
    const [begun, next] = [this.#begun, this.#next()];
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      if (this.isBusy()) return false;
      await turn();
    }
    await this.settled();
    return !this.isBusy() && begun === this.#begun && this.#pending.size > 0 && next === this.#next();
  }

  /** Whether something goes on that is not a timer. */
  protected isBusy(): boolean {
    if (this.#requests.size > 0) return true;
    return process.getActiveResourcesInfo().some((name) => !idleResources.has(name));
  }

  /** Resolves when modules that are loaded have been. */
  protected async settled(): Promise<void> {}
}
