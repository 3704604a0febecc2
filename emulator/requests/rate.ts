/** Requests within an interval of real time, by outcome. */
export interface RateBar {
  /** Status below 400. */
  done: number;
  /** Status 4xx. */
  refused: number;
  /** Status 5xx, or the connection was dropped. */
  failed: number;
}

/** Bars of two seconds that cover the last minute. */
const barMs = 2000;
const bars = 30;

/** Counts requests over the last minute of real time, regardless of the platform's clock. */
export class RequestRate {
  readonly #bars = new Map<number, RateBar>();

  add(status: number | null, now = Date.now()): void {
    const slot = Math.floor(now / barMs);
    const bar = this.#bars.get(slot) ?? this.#begin(slot);
    if (status === null || status >= 500) bar.failed++;
    else if (status >= 400) bar.refused++;
    else bar.done++;
  }

  /** Oldest first. */
  list(now = Date.now()): RateBar[] {
    const last = Math.floor(now / barMs);
    return Array.from({ length: bars }, (_, index) => ({
      ...{ done: 0, refused: 0, failed: 0 },
      ...this.#bars.get(last - bars + 1 + index),
    }));
  }

  clear(): void {
    this.#bars.clear();
  }

  #begin(slot: number): RateBar {
    for (const old of this.#bars.keys()) if (old <= slot - bars) this.#bars.delete(old);
    const bar = { done: 0, refused: 0, failed: 0 };
    this.#bars.set(slot, bar);
    return bar;
  }
}
