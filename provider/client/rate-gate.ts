import { clock, type Timer } from "../values/index.ts";
import { endOf, onEnd, type Scope } from "./operation-scope.ts";
import { maxRetryAfterMs, retryAfterMs } from "./retry.ts";

/** Maximum number of requests in flight, and so of connections: enough for the engine's parallelism; more would queue at the platform. */
export const maxInFlight = 32;

/** Time between two requests after the first 429. */
const firstSpacingMs = 50;

/** Maximum time between two requests: at this spacing, fifty processes stay within ten requests a second. */
const maxSpacingMs = 5_000;

/** How much the rate grows for each second without a refusal, in requests a second. */
const probe = 0.05;

/** Maximum growth of a low rate by one success, as a fraction of the rate. */
const maxProbe = 0.5;

/**
 * After this many successes the limit has probably been raised, or other processes have ended: the rate then grows by a fraction
 * of itself.
 */
const successesBeforeGrowth = 20;
const growth = 0.1;

/**
 * Time without any accepted request after which a refusal is final. When forty processes share one request a second, each gets a
 * turn every 40 s on average, but by chance may wait five minutes. While some requests are accepted, the oldest one goes next, so
 * each gets its turn.
 */
const patienceMs = 600_000;

/** The part of a response that the gate reads. */
export interface Answered {
  status: number;
  header(name: string): string | undefined;
}

const waiting = "The wait";

/** A request waiting for its turn. */
interface Waiter {
  turn: number;
  go: () => void;
}

/**
 * Lets requests through unless the platform has asked for a pause (429). A pause asked of one request applies to all requests of
 * the process with the same key. Afterwards they are sent one by one, oldest first.
 *
 * Other processes share the limit and cannot be observed. The rate is halved on a refusal and raised by a constant amount while
 * requests are accepted, which makes processes converge to equal shares (Chiu and Jain, 1989); growing by a fraction of itself
 * would preserve unequal shares. Random intervals keep processes from sending at the same time.
 */
export class Gate {
  static readonly #gates = new Map<string, Gate>();
  readonly #random: () => number;
  readonly #queue: Waiter[] = [];
  #lastTurn = 0;
  #inFlight = 0;
  #spacingMs = 0;
  /** No request is sent before this time. */
  #nextAt = 0;
  #timer: Timer | undefined;
  /** When the rate was last lowered; refusals of requests sent before that count as the same refusal. */
  #loweredAt = Number.NEGATIVE_INFINITY;
  #successes = 0;
  /** Since when every request has been refused. */
  #refusedSince: number | undefined;

  constructor(random: () => number = clock.random) {
    this.#random = random;
  }

  /** Returns the gate of a base URL and key: platforms limit each key. */
  static of(baseUrl: string, apiKey: string): Gate {
    const name = `${baseUrl} ${apiKey}`;
    const known = Gate.#gates.get(name);
    if (known !== undefined) return known;
    const made = new Gate();
    Gate.#gates.set(name, made);
    return made;
  }

  /** Forgets all rate limits that platforms have imposed on this process. */
  static forgetAll(): void {
    Gate.#gates.clear();
  }

  /** Whether requests are slowed down because the platform has refused some for their rate. */
  get isLimited(): boolean {
    return this.#spacingMs > 0;
  }

  /** Returns the place of a new request in the queue. A request keeps its place when it is sent again. */
  newTurn(): number {
    return ++this.#lastTurn;
  }

  /**
   * Sends a request when it may go. Requests beyond {@link maxInFlight} wait here rather than for a connection, so that a pause
   * applies to them, too.
   */
  async pass<T extends Answered>(turn: number, send: () => Promise<T>, scope: Scope): Promise<T> {
    await this.#open(turn, scope);
    const sentAt = clock.monotonic();
    try {
      const response = await send();
      if (response.status === 429) this.#lower(sentAt, retryAfterMs(response.header("retry-after")));
      else this.#raise();
      return response;
    } finally {
      this.#inFlight--;
      this.#advance();
    }
  }

  /** Expected milliseconds until a refused request is sent again, or undefined once no request is accepted any more. */
  pauseMs(): number | undefined {
    const now = clock.monotonic();
    if (this.#refusedSince !== undefined && now - this.#refusedSince > patienceMs) return undefined;
    return Math.max(0, Math.round(this.#nextAt - now));
  }

  #lower(sentAt: number, askedMs: number | undefined): void {
    const now = clock.monotonic();
    this.#successes = 0;
    this.#refusedSince ??= now;
    if (sentAt > this.#loweredAt) {
      this.#spacingMs = Math.min(Math.max(firstSpacingMs, 2 * this.#spacingMs), maxSpacingMs);
      this.#loweredAt = now;
    }
    // A longer pause only fails the request that it was asked of.
    const pauseMs = askedMs === undefined || askedMs > maxRetryAfterMs ? 0 : askedMs;
    this.#nextAt = Math.max(this.#nextAt, now + pauseMs + this.#random() * this.#spacingMs);
  }

  #raise(): void {
    this.#refusedSince = undefined;
    if (this.#spacingMs === 0) return;
    const perSecond = 1000 / this.#spacingMs;
    const grown = ++this.#successes > successesBeforeGrowth ? growth * perSecond : 0;
    const raised = perSecond + Math.max(grown, Math.min(maxProbe * perSecond, probe / perSecond));
    // A limit of more than 200 a second needs no spacing: few requests are refused.
    this.#spacingMs = raised > 200 ? 0 : 1000 / raised;
  }

  /** Waits until the request may go, and counts it as in flight. */
  #open(turn: number, scope: Scope): Promise<void> {
    return new Promise((resolve, reject) => {
      const before = endOf(scope, waiting);
      if (before !== undefined) return reject(before);
      const waiter: Waiter = {
        turn,
        go: () => {
          release();
          resolve();
        },
      };
      const release = onEnd(scope, () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(endOf(scope, waiting));
      });
      // New requests go last; a request that is sent again goes before those that came later.
      const older = this.#queue.findLastIndex((one) => one.turn < turn);
      this.#queue.splice(older + 1, 0, waiter);
      this.#advance();
    });
  }

  /** Releases every request that may go now, and schedules itself for the rest. */
  #advance(): void {
    clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length > 0 && this.#inFlight < maxInFlight) {
      const now = clock.monotonic();
      if (this.#nextAt > now) {
        this.#timer = clock.setTimeout(() => this.#advance(), Math.ceil(this.#nextAt - now));
        return;
      }
      if (this.#spacingMs > 0) this.#nextAt = now + this.#spacingMs * (0.75 + 0.5 * this.#random());
      this.#inFlight++;
      this.#queue.shift()?.go();
    }
  }
}
