import { clock, type Timer } from "../../values/index.ts";
import { ConnectionError, detailOf, InvalidResponseError, ResponseError, UnprovenAbsenceError } from "../errors.ts";
import { OperationClient, perClient } from "../operation-client.ts";
import { scopeOf } from "../operation-scope.ts";
import { type Timing, Wait, type WaitOptions } from "./one-wait.ts";
import { pollTasks, type Task } from "./poll.ts";

/**
 * Fraction of the interval after which a platform without rate limiting is polled again: the end of a task is read and in state
 * at most half an interval later.
 */
const unlimitedPart = 0.4;

/** Minimum time between two polls of a process, however many operations start at once. */
const minPollGapMs = 500;

/**
 * For how many intervals (a minute by default) an unresponsive platform is polled, on top of the retries of each request: long
 * enough for a restart, and short enough to report the failure.
 */
const intervalsUntilFailure = 20;

/**
 * Waits until all tasks have ended. All waits of one client share its polls, so the number of requests grows with time, not with
 * the number of tasks.
 *
 * *Errors:* `TaskError` when a task ends in `ERROR`; `DeadlineError`; `CancelledError`; a `RequestError` when the platform does
 * not respond for a long time.
 */
export async function waitForTasks(
  client: OperationClient,
  ids: readonly string[],
  options: WaitOptions,
): Promise<Task[]> {
  if (ids.length === 0) return [];
  client.refuseEnded(`The wait for task ${ids.join(", ")}`);
  try {
    return await pollerOf(client).wait(client, ids, options);
  } finally {
    client.noteWrite();
  }
}

/** Maximum pause between two polls: the interval, or a fraction of it while the platform accepts every request. */
export function pollPauseMs({ settings, isLimited }: Pick<OperationClient, "settings" | "isLimited">): number {
  return settings.pollIntervalSeconds * 1000 * (isLimited ? 1 : unlimitedPart);
}

class TaskPoller {
  readonly #waits = new Set<Wait>();
  #timer: Timer | undefined;
  /** The client that polls while there are waits: it belongs to none of them, and ends with the last one. */
  #polling: { client: OperationClient; stop: AbortController } | undefined;
  #isPolling = false;
  #lastPollAt = Number.NEGATIVE_INFINITY;
  #failingSince: number | undefined;

  wait(client: OperationClient, ids: readonly string[], options: WaitOptions): Promise<Task[]> {
    const wait = new Wait(ids, client.scope, options);
    this.#waits.add(wait);
    wait.onEnd = () => this.#remove(wait);
    this.#polling ??= pollingWith(client);
    this.#schedule(this.#polling.client);
    return wait.result;
  }

  #remove(wait: Wait): void {
    this.#waits.delete(wait);
    if (this.#waits.size > 0) return;
    clock.clearTimeout(this.#timer);
    this.#polling?.stop.abort();
    this.#polling = undefined;
    this.#failingSince = undefined;
  }

  #schedule(client: OperationClient): void {
    clock.clearTimeout(this.#timer);
    if (this.#isPolling || this.#waits.size === 0) return;
    const earliest = this.#lastPollAt + Math.min(minPollGapMs, timingOf(client).intervalMs);
    const due = Math.max(Math.min(...[...this.#waits].map(({ dueAt }) => dueAt)), earliest);
    this.#timer = clock.setTimeout(() => void this.#poll(client), Math.max(0, due - clock.monotonic()));
  }

  /** A poll serves every wait, due or not. */
  async #poll(client: OperationClient): Promise<void> {
    this.#isPolling = true;
    const timing = timingOf(client);
    const waits = [...this.#waits];
    try {
      const found = await pollTasks(
        client,
        waits.flatMap(({ wanted }) => wanted),
      );
      this.#failingSince = undefined;
      for (const wait of waits) if (this.#waits.has(wait)) wait.onPolled(found, timing);
    } catch (error) {
      this.#failed(error, waits, timing);
    } finally {
      this.#isPolling = false;
      this.#lastPollAt = clock.monotonic();
      if (this.#polling !== undefined) this.#schedule(this.#polling.client);
    }
  }

  #failed(error: unknown, waits: readonly Wait[], timing: Timing): void {
    const problem = error instanceof Error ? error : new Error(String(error));
    this.#failingSince ??= clock.monotonic();
    const isLong = clock.monotonic() - this.#failingSince > intervalsUntilFailure * timing.intervalMs;
    for (const wait of waits) {
      if (!this.#waits.has(wait)) continue;
      if (isLong || !isTransient(problem)) wait.fail(problem);
      else wait.onUnanswered(detailOf(problem), timing);
    }
  }
}

/** A restarting platform refuses or breaks connections, or responds with 5xx or a proxy's page. */
function isTransient(error: Error): boolean {
  if (error instanceof ResponseError) return error.status >= 500 || error.status === 429 || error.status === 408;
  return (
    error instanceof ConnectionError || error instanceof InvalidResponseError || error instanceof UnprovenAbsenceError
  );
}

function timingOf(client: OperationClient): Timing {
  return { intervalMs: client.settings.pollIntervalSeconds * 1000, pauseMs: pollPauseMs(client) };
}

function pollingWith(client: OperationClient) {
  const stop = new AbortController();
  return { client: OperationClient.rebind(client, scopeOf("polls of tasks", stop.signal)), stop };
}

const pollerOf = perClient(() => new TaskPoller());
