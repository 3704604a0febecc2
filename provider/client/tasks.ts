import type { Task } from "../api/index.ts";
import type { Client } from "./client.ts";
import { ConnectionError, detailOf, InvalidResponseError, ResponseError } from "./errors.ts";
import { perClient } from "./per-client.ts";
import { pollTasks } from "./tasks-poll.ts";
import { Wait, type WaitOptions } from "./tasks-wait.ts";

/** Looks of one process are at least so far apart, however many operations begin at once. */
const leastPauseMs = 500;

/**
 * A platform that does not answer is asked for this many intervals, a minute by default, beside the retries of each
 * request: long enough for a restart, and short enough to be told.
 */
const intervalsOfTrouble = 20;

/**
 * Waits until all tasks have ended. Whoever waits at one client shares its looks, so that requests grow with time and
 * not with the number of tasks.
 *
 * *Errors:* `TaskError` when one ends in `ERROR`; `DeadlineError`; `CancelledError`; a `RequestError` when the
 * platform does not answer for long.
 */
export function waitForTasks(client: Client, ids: readonly string[], options: WaitOptions): Promise<Task[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return pollerOf(client).wait(ids, options);
}

class TaskPoller {
  readonly #client: Client;
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  #troubleSince: number | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  wait(ids: readonly string[], options: WaitOptions): Promise<Task[]> {
    const wait = new Wait(ids, options);
    this.#waits.add(wait);
    wait.onEnd = () => this.#waits.delete(wait);
    // A wait that was interrupted before it began has ended before anybody could be told.
    if (options.signal?.aborted === true) this.#waits.delete(wait);
    this.#schedule();
    return wait.result;
  }

  get #intervalMs(): number {
    return this.#client.settings.pollIntervalSeconds * 1000;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isLooking || this.#waits.size === 0) return;
    const earliest = this.#lastLookAt + Math.min(leastPauseMs, this.#intervalMs);
    const due = Math.max(Math.min(...[...this.#waits].map(({ dueAt }) => dueAt)), earliest);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, due - performance.now()));
  }

  /** One look serves every wait, whether its own time has come or not. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const waits = [...this.#waits];
    try {
      const found = await pollTasks(
        this.#client,
        waits.flatMap(({ wanted }) => wanted),
      );
      this.#troubleSince = undefined;
      for (const wait of waits) if (this.#waits.has(wait)) wait.seen(found, this.#intervalMs);
    } catch (error) {
      this.#failed(error, waits);
    } finally {
      this.#isLooking = false;
      this.#lastLookAt = performance.now();
      this.#schedule();
    }
  }

  #failed(error: unknown, waits: readonly Wait[]): void {
    const problem = error instanceof Error ? error : new Error(String(error));
    this.#troubleSince ??= performance.now();
    const isLong = performance.now() - this.#troubleSince > intervalsOfTrouble * this.#intervalMs;
    for (const wait of waits) {
      if (!this.#waits.has(wait)) continue;
      if (isLong || !mayPass(problem)) wait.fail(problem);
      else wait.missed(detailOf(problem), this.#intervalMs);
    }
    if (this.#waits.size === 0) this.#troubleSince = undefined;
  }
}

/** A platform that restarts refuses connections, breaks them, answers 5xx or with a proxy's page. */
function mayPass(error: Error): boolean {
  if (error instanceof ResponseError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof ConnectionError || error instanceof InvalidResponseError;
}

const pollerOf = perClient((client) => new TaskPoller(client));
