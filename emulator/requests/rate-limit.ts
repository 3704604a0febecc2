import { clock } from "@cloudplatform/pulumi/values";
import { PlatformError } from "../server/errors.ts";

/** The unspent requests of a key. */
interface Bucket {
  left: number;
  /** When the bucket was last updated. */
  at: number;
}

/**
 * Limits requests per second for each key, with a token bucket that refills continuously and holds one second's requests, at
 * least one. It uses real time, regardless of the platform's clock, because it protects the server. A refused request uses no
 * token.
 */
export class RateLimit {
  readonly #perSecond: number;
  readonly #sendsRetryAfter: boolean;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, sendsRetryAfter: boolean) {
    this.#perSecond = perSecond;
    this.#sendsRetryAfter = sendsRetryAfter;
  }

  /** Throws 429 if the key has no request left. */
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
