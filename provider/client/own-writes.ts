import { clock } from "../values/index.ts";
import { pauseIn, type Scope } from "./operation-scope.ts";

/** Pauses before a read that contradicts one of our writes is repeated; the last pause recurs. */
const pausesMs = [500, 1_500, 3_000, 5_000];

/**
 * What an operation has written, and when. Replicas and caches may be stale: reads that contradict one of our writes are repeated
 * for a while (setting `ambiguityTimeoutSeconds`), also by the next run, which finds the time of the write in state.
 */
export class OwnWrites {
  /** Number of requests that changed something, or may have. */
  changes = 0;
  /**
   * Number of requests that would change something and were sent, also of those that the platform says to have refused. Those over its
   * rate are not counted: they have not begun.
   */
  attempts = 0;
  #writtenAt: number | undefined;
  readonly #deleted = new Set<string>();
  readonly #settleMs: number;
  readonly #whole: OwnWrites | undefined;

  /**
   * @param writtenAt When an earlier operation last wrote the object, in milliseconds since 1970.
   * @param whole The writes that these are part of.
   */
  constructor(settleMs: number, writtenAt?: number, whole?: OwnWrites) {
    this.#settleMs = settleMs;
    // Another machine's clock may be ahead.
    this.#writtenAt = writtenAt === undefined ? undefined : Math.min(writtenAt, clock.now());
    this.#whole = whole;
  }

  /** When the object was last written. */
  get writtenAt(): number | undefined {
    return this.#writtenAt;
  }

  /** How many milliseconds longer a read may be stale. */
  get unsettledMs(): number {
    return this.#writtenAt === undefined ? 0 : Math.max(0, this.#writtenAt + this.#settleMs - clock.now());
  }

  /** Records a write that was executed, or may have been, or the end of the task that a write started. */
  noteWrite(at = clock.now()): void {
    this.#writtenAt = Math.max(this.#writtenAt ?? 0, Math.min(at, clock.now()));
    this.#whole?.noteWrite(at);
  }

  /** Records a deletion: from now on, a missing object at this path is no contradiction. */
  noteDeletion(path: string): void {
    this.noteWrite();
    this.#deleted.add(path);
  }

  /** Whether a read may report an object at a path missing although it exists. */
  mayHide(path: string): boolean {
    return this.unsettledMs > 0 && ![...this.#deleted].some((one) => path === one || path.startsWith(`${one}/`));
  }

  /** Waits before a read that contradicts a write is repeated for the n-th time. */
  pause(scope: Scope, again: number): Promise<void> {
    const pauseMs = pausesMs[Math.min(again, pausesMs.length) - 1] ?? 0;
    return pauseIn(scope, Math.min(pauseMs, this.unsettledMs), "The wait until the platform shows what was written");
  }

  /** Returns the writes of a part of the operation, whose changes are counted separately. */
  apart(): OwnWrites {
    return new OwnWrites(this.#settleMs, this.#writtenAt, this);
  }
}
