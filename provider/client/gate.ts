import { sleep } from "./sleep.ts";
import { connectionsPerPlatform } from "./transport.ts";

/** Time between two requests after the first 429. */
const firstSpacingMs = 50;

/** The longest time between two requests: one every two seconds is no load for anybody. */
const maxSpacingMs = 2_000;

/** Each success shortens the time between requests by a tenth, so that a limit is felt for some dozens of them. */
const relaxation = 0.9;

/**
 * Lets requests through, except while the platform has asked for a pause (429). One gate for each base URL, so that
 * a pause that one request was asked for holds for all requests of the process. After it they go one by one: all at once
 * they would only be refused again.
 */
export class Gate {
  static readonly #gates = new Map<string, Gate>();
  #closedUntil = 0;
  #spacingMs = 0;
  #nextAt = 0;
  #inFlight = 0;
  /** Requests that wait for one in flight to end. */
  readonly #queue = new Set<() => void>();

  static of(baseUrl: string): Gate {
    const known = Gate.#gates.get(baseUrl);
    if (known !== undefined) return known;
    const made = new Gate();
    Gate.#gates.set(baseUrl, made);
    return made;
  }

  /** The platform has refused a request as one too many. */
  close(ms: number): void {
    const now = performance.now();
    // Requests that were under way together are refused together, and say it once.
    if (this.#closedUntil <= now)
      this.#spacingMs = Math.min(Math.max(firstSpacingMs, 2 * this.#spacingMs), maxSpacingMs);
    this.#closedUntil = Math.max(this.#closedUntil, now + ms);
  }

  /** The platform has taken a request. */
  relax(): void {
    this.#spacingMs = this.#spacingMs < 5 ? 0 : this.#spacingMs * relaxation;
  }

  /**
   * Sends a request when it may go. No more are in flight than there are connections: those that wait for one wait here,
   * so that a pause holds for them, too.
   */
  async pass<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.open(signal);
    this.#inFlight++;
    try {
      return await send();
    } finally {
      this.#inFlight--;
      this.#wakeNext();
    }
  }

  async open(signal?: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#inFlight >= connectionsPerPlatform) {
        await this.#requestEnds(signal);
        continue;
      }
      const now = performance.now();
      const at = Math.max(this.#closedUntil, this.#spacingMs > 0 ? this.#nextAt : 0);
      if (at <= now) {
        this.#nextAt = now + this.#spacingMs;
        return;
      }
      await sleep(at - now, signal);
    }
  }

  /** Waits until a request in flight has ended. */
  async #requestEnds(signal: AbortSignal | undefined): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const wake = () => ended.resolve();
    this.#queue.add(wake);
    signal?.addEventListener("abort", wake, { once: true });
    await ended.promise;
    this.#queue.delete(wake);
    signal?.removeEventListener("abort", wake);
    if (signal?.aborted !== true) return;
    // One that is given up leaves its turn to the next, and fails as every pause does.
    this.#wakeNext();
    await sleep(0, signal);
  }

  #wakeNext(): void {
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#queue.delete(next);
    next();
  }
}
