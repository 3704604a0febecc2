import { clock } from "@cloudplatform/pulumi/values";
import { PlatformError } from "../server/errors.ts";

/** The unspent requests of a key. */
interface Bucket {
  left: number;
  /** When it was counted last. */
  at: number;
}

/**
 * A limit of requests a second for each key: a bucket that refills all the time and contains one second's requests, at
 * least one. It counts in real time, whatever the platform's clock does: it protects the server. A refused request
 * spends nothing.
 */
export class RateLimit {
  readonly #perSecond: number;
  readonly #sendsRetryAfter: boolean;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, sendsRetryAfter: boolean) {
    this.#perSecond = perSecond;
    this.#sendsRetryAfter = sendsRetryAfter;
  }

  /** Throws 429 when the key has no request left. */
  spend(key: string, now = clock.monotonic()): void {
    const size = Math.max(1, this.#perSecond);
    const { left, at } = this.#buckets.get(key) ?? { left: size, at: now };
    const filled = Math.min(size, left + ((now - at) / 1000) * this.#perSecond);
    const isRefused = filled < 1;
    this.#buckets.set(key, { left: isRefused ? filled : filled - 1, at: now });
    if (!isRefused) return;
    // Whole seconds (RFC 9110).
    const seconds = Math.ceil((1 - filled) / this.#perSecond);
    const headers: Record<string, string> = this.#sendsRetryAfter ? { "retry-after": String(seconds) } : {};
    throw new PlatformError(429, `Too many requests: the limit is ${this.#perSecond} a second.`, { headers });
  }
}
