import type { Client } from "./client.ts";
import { ConnectionError, detailOf, InvalidResponseError, ResponseError } from "./errors.ts";
import { perClient } from "./per-client.ts";
import { pollTasks, type Task } from "./tasks-poll.ts";
import { type Timing, Wait, type WaitOptions } from "./tasks-wait.ts";

/**
 * The part of the interval after which an unlimited platform is polled again: the end of a task is read and in state half an interval
 * after it at most.
 */
const unlimitedPart = 0.4;

/** Minimum time between two polls of one process, however many operations begin at once. */
const minPollGapMs = 500;

/**
 * Polls an unresponsive platform for this many intervals, a minute by default, on top of the retries of each
 * request: long enough for a restart, and short enough to report the failure.
 */
const intervalsUntilFailure = 20;

/**
 * Waits until all tasks have ended. All waits of one client share its polls, so that requests grow with time and
 * not with the number of tasks.
 *
 * *Errors:* `TaskError` when one ends in `ERROR`; `DeadlineError`; `CancelledError`; a `RequestError` when the
 * platform does not respond for long.
 */
export function waitForTasks(client: Client, ids: readonly string[], options: WaitOptions): Promise<Task[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return pollerOf(client).wait(ids, options);
}

/** The longest pause between two polls now: the interval, or a part of it while the platform accepts every request. */
export function pollPauseMs({ settings, isLimited }: Client): number {
  return settings.pollIntervalSeconds * 1000 * (isLimited ? 1 : unlimitedPart);
}

class TaskPoller {
  readonly #client: Client;
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #lastPollAt = Number.NEGATIVE_INFINITY;
  #failingSince: number | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  wait(ids: readonly string[], options: WaitOptions): Promise<Task[]> {
    const wait = new Wait(ids, options);
    this.#waits.add(wait);
    wait.onEnd = () => this.#waits.delete(wait);
    // A wait that was interrupted before it began has ended before its callback was set.
    if (options.signal?.aborted === true) this.#waits.delete(wait);
    this.#schedule();
    return wait.result;
  }

  get #intervalMs(): number {
    return this.#client.settings.pollIntervalSeconds * 1000;
  }

  get #timing(): Timing {
    return { intervalMs: this.#intervalMs, pauseMs: pollPauseMs(this.#client) };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isPolling || this.#waits.size === 0) return;
    const earliest = this.#lastPollAt + Math.min(minPollGapMs, this.#intervalMs);
    const due = Math.max(Math.min(...[...this.#waits].map(({ dueAt }) => dueAt)), earliest);
    this.#timer = setTimeout(() => void this.#poll(), Math.max(0, due - performance.now()));
  }

  /** One poll serves every wait, whether its own is due or not. */
  async #poll(): Promise<void> {
    this.#isPolling = true;
    const waits = [...this.#waits];
    try {
      const found = await pollTasks(
        this.#client,
        waits.flatMap(({ wanted }) => wanted),
      );
      this.#failingSince = undefined;
      for (const wait of waits) if (this.#waits.has(wait)) wait.onPolled(found, this.#timing);
    } catch (error) {
      this.#failed(error, waits);
    } finally {
      this.#isPolling = false;
      this.#lastPollAt = performance.now();
      this.#schedule();
    }
  }

  #failed(error: unknown, waits: readonly Wait[]): void {
    const problem = error instanceof Error ? error : new Error(String(error));
    this.#failingSince ??= performance.now();
    const isLong = performance.now() - this.#failingSince > intervalsUntilFailure * this.#intervalMs;
    for (const wait of waits) {
      if (!this.#waits.has(wait)) continue;
      if (isLong || !isTransient(problem)) wait.fail(problem);
      else wait.onUnanswered(detailOf(problem), this.#timing);
    }
    if (this.#waits.size === 0) this.#failingSince = undefined;
  }
}

/** A platform that restarts refuses connections, breaks them, answers 5xx or with a proxy's page. */
function isTransient(error: Error): boolean {
  if (error instanceof ResponseError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof ConnectionError || error instanceof InvalidResponseError;
}

const pollerOf = perClient((client) => new TaskPoller(client));
