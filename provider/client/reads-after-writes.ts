import { clock } from "../values/index.ts";
import { pauseIn, type Scope } from "./scope.ts";

/** Pauses before what contradicts a write of ours is read again; the last one repeats. */
const pausesMs = [500, 1_500, 3_000, 5_000];

/**
 * What an operation has written, and when. Replicas and caches may show what was before: reads that contradict a write of ours are
 * repeated for a time (setting `ambiguityTimeoutSeconds`), also by the next run, whose state knows when the object was written.
 */
export class OwnWrites {
  /** Requests that have changed something, or may have. */
  changes = 0;
  #writtenAt: number | undefined;
  readonly #deleted = new Set<string>();
  readonly #settleMs: number;
  readonly #whole: OwnWrites | undefined;

  /**
   * @param writtenAt When the object was written last by an earlier operation, in milliseconds since 1970.
   * @param whole What the writes are a part of.
   */
  constructor(settleMs: number, writtenAt?: number, whole?: OwnWrites) {
    this.#settleMs = settleMs;
    // Another machine's clock may be ahead.
    this.#writtenAt = writtenAt === undefined ? undefined : Math.min(writtenAt, clock.now());
    this.#whole = whole;
  }

  /** When the object was written last. */
  get writtenAt(): number | undefined {
    return this.#writtenAt;
  }

  /** For how long a read may still show what was before. */
  get unsettledMs(): number {
    return this.#writtenAt === undefined ? 0 : Math.max(0, this.#writtenAt + this.#settleMs - clock.now());
  }

  /** A write has been carried out, or may have been; or the task that it has started has ended. */
  noteWrite(at = clock.now()): void {
    this.#writtenAt = Math.max(this.#writtenAt ?? 0, Math.min(at, clock.now()));
    this.#whole?.noteWrite(at);
  }

  /** What is at a path was deleted: that it is missing contradicts nothing. */
  noteDeletion(path: string): void {
    this.noteWrite();
    this.#deleted.add(path);
  }

  /** Whether what is missing at a path may be there all the same. */
  mayHide(path: string): boolean {
    return this.unsettledMs > 0 && ![...this.#deleted].some((one) => path === one || path.startsWith(`${one}/`));
  }

  /** Waits before what contradicts a write is read again for the n-th time. */
  pause(scope: Scope, again: number): Promise<void> {
    const pauseMs = pausesMs[Math.min(again, pausesMs.length) - 1] ?? 0;
    return pauseIn(scope, Math.min(pauseMs, this.unsettledMs), "The wait until the platform shows what was written");
  }

  /** For another part of the operation, whose changes are counted apart. */
  apart(): OwnWrites {
    return new OwnWrites(this.#settleMs, this.#writtenAt, this);
  }
}
