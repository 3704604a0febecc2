import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { type Clock, type Timer, useClock } from "@cloudplatform/pulumi/values";
import { onTestFinished, vi } from "vitest";

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
class SkippingClock implements Clock {
  #skippedMs = 0;
  #isHeld = false;
  /** The loop that runs timers ends when another one has begun, or the clock was stopped. */
  #loop: symbol | undefined;
  /** Counts requests that have begun. */
  #begun = 0;
  readonly #pending = new Set<PendingTimer>();
  readonly #requests = new Set<unknown>();
  readonly #channels: readonly (readonly [string, (message: unknown) => void])[] = [
    ["undici:request:create", (message) => this.#begin((message as { request: unknown }).request)],
    ["undici:request:trailers", (message) => this.#requests.delete((message as { request: unknown }).request)],
    ["undici:request:error", (message) => this.#requests.delete((message as { request: unknown }).request)],
    ["http.server.request.start", (message) => this.#serve((message as { response: ServerResponse }).response)],
  ];

  /** Makes it the clock of this process. */
  start(): void {
    // A file whose run was cancelled has not stopped it.
    this.stop();
    this.#isHeld = false;
    // What an earlier file of this process has skipped, a plugin in a process of its own would not know.
    this.#skippedMs = 0;
    for (const [name, listener] of this.#channels) subscribe(name, listener);
    useClock(this);
  }

  /** Restores the system's clock. */
  stop(): void {
    useClock(undefined);
    for (const [name, listener] of this.#channels) unsubscribe(name, listener);
    this.#loop = undefined;
    this.#pending.clear();
    this.#requests.clear();
  }

  /** Lets time pass as usual, until `release` or the end of the test. */
  hold(): void {
    this.#isHeld = true;
    onTestFinished(() => this.release());
  }

  release(): void {
    this.#isHeld = false;
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

  #begin(request: unknown): void {
    this.#begun++;
    this.#requests.add(request);
  }

  #serve(response: ServerResponse): void {
    this.#begin(response);
    response.once("close", () => this.#requests.delete(response));
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
      else await new Promise((resolve) => setTimeout(resolve, lookMs).unref());
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
      if (this.#isBusy()) return false;
      await turn();
    }
    await vi.dynamicImportSettled();
    return !this.#isBusy() && begun === this.#begun && this.#pending.size > 0 && next === this.#next();
  }

  #isBusy(): boolean {
    if (this.#isHeld || this.#requests.size > 0) return true;
    return process.getActiveResourcesInfo().some((name) => !idleResources.has(name));
  }
}

/** The clock of the process in tests: nobody waits for it. */
export const time = new SkippingClock();
