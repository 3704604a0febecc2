import { clock, type Timer } from "../../values/index.ts";
import { ConnectionError, detailOf, InvalidResponseError, ResponseError, UnprovenAbsenceError } from "../errors.ts";
import { OperationClient } from "../operation-client.ts";
import { perClient } from "../per-client.ts";
import { scopeOf } from "../scope.ts";
import { pollTasks, type Task } from "./poll.ts";
import { type Timing, Wait, type WaitOptions } from "./wait.ts";

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

/** The longest pause between two polls now: the interval, or a part of it while the platform accepts every request. */
export function pollPauseMs({ settings, isLimited }: Pick<OperationClient, "settings" | "isLimited">): number {
  return settings.pollIntervalSeconds * 1000 * (isLimited ? 1 : unlimitedPart);
}

class TaskPoller {
  readonly #waits = new Set<Wait>();
  #timer: Timer | undefined;
  /** The client of the polls, while there is a wait: they belong to none of the waits, and end with the last one. */
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

  /** One poll serves every wait, whether its own is due or not. */
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

/** A platform that restarts refuses connections, breaks them, answers 5xx or with a proxy's page. */
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
