import { clock } from "../../values/index.ts";
import { CancelledError, TaskError } from "../errors.ts";
import { onEnd, type Scope } from "../operation-scope.ts";
import type { PendingTask, Polled, Task } from "./poll.ts";

/** Options of a wait. */
export interface WaitOptions {
  projectId: number;
  regionId: number;
  /** Called after each poll to report progress: `task RUNNING`. */
  onPoll?: (state: string) => void;
}

/** Times between polls. */
export interface Timing {
  /** The client's interval. */
  intervalMs: number;
  /** Maximum pause before the next poll. */
  pauseMs: number;
}

/** Pause after the first poll; doubled after each further poll, up to the maximum. */
const firstPauseMs = 500;

/**
 * A task that was seen counts as ended when this many reads in a row, over this many intervals, do not find it: the platform has
 * forgotten it.
 */
const readsUntilForgotten = 3;
const intervalsUntilForgotten = 2;

/** A task that was never seen may not be visible yet: for this many intervals, a minute by default, it counts as running. */
const intervalsUntilVisible = 20;

interface Watched extends PendingTask {
  task: Task | undefined;
  /** Number of consecutive reads that did not find the task. */
  notFound: number;
  /** When the first of these reads happened, on the monotonic clock. */
  notFoundSince: number;
  isForgotten: boolean;
}

/** The wait of one operation: its tasks, its schedule, its result. */
export class Wait {
  readonly result: Promise<Task[]>;
  /** When the next poll is due, on the monotonic clock. The first is due at once. */
  dueAt = 0;
  /** Called once when the wait is over. */
  onEnd: () => void = () => undefined;
  readonly #options: WaitOptions;
  readonly #watched: Watched[];
  readonly #settle: PromiseWithResolvers<Task[]>;
  readonly #scope: Scope;
  readonly #release: () => void;
  #polls = 0;
  #lastError: string | undefined;

  constructor(ids: readonly string[], scope: Scope, options: WaitOptions) {
    const { projectId, regionId } = options;
    this.#scope = scope;
    this.#options = options;
    this.#watched = [...new Set(ids)].map((id) => ({
      ...{ id, projectId, regionId },
      ...{ createdOn: undefined, readAt: Number.NEGATIVE_INFINITY, task: undefined },
      ...{ notFound: 0, notFoundSince: 0, isForgotten: false },
    }));
    this.#settle = Promise.withResolvers();
    this.result = this.#settle.promise;
    this.#release = onEnd(scope, () => this.fail(this.#stopped()));
  }

  /** Tasks that have not ended. */
  get wanted(): readonly PendingTask[] {
    return this.#watched.filter((watched) => !hasEnded(watched));
  }

  /** Applies the result of a poll. */
  onPolled(found: Polled, timing: Timing): void {
    this.#lastError = undefined;
    for (const watched of this.#watched) if (found.has(watched.id)) take(watched, found.get(watched.id), timing);
    const failed = this.#watched.find(({ task }) => task?.state === "ERROR");
    if (failed !== undefined) this.fail(taskError(failed));
    else if (this.wanted.length > 0) this.#pollAgain(timing);
    else this.#end(() => this.#settle.resolve(this.#watched.flatMap(({ task }) => task ?? [])));
  }

  /** Called when the platform did not respond: the wait goes on. */
  onUnanswered(error: string, timing: Timing): void {
    this.#lastError = error;
    this.#pollAgain(timing);
  }

  fail(error: Error): void {
    this.#end(() => this.#settle.reject(error));
  }

  #pollAgain({ pauseMs }: Timing): void {
    const pause = Math.min(firstPauseMs * 2 ** this.#polls++, pauseMs);
    // The pause is a maximum: jitter only shortens it.
    this.dueAt = clock.monotonic() + pause * (0.85 + 0.15 * clock.random());
    this.#options.onPoll?.(this.#state());
  }

  #end(settle: () => void): void {
    this.#release();
    settle();
    this.onEnd();
  }

  /** Why the wait ended before its tasks. */
  #stopped(): Error {
    const { signal, deadline } = this.#scope;
    return signal.aborted
      ? new CancelledError(`The wait for ${this.#names()} was interrupted.`)
      : deadline.error(this.#stillGoing());
  }

  #names(): string {
    return `task ${this.wanted.map(({ id }) => id).join(", ")}`;
  }

  #state(): string {
    const states = this.#watched
      .filter((watched) => !hasEnded(watched))
      .map(({ task }) => task?.state ?? "not seen yet");
    return `task ${[...new Set(states)].join(", ")}${this.#lastError === undefined ? "" : " (no response, trying again)"}`;
  }

  #stillGoing(): string {
    const open = this.#watched.filter((watched) => !hasEnded(watched));
    const message = open.map(({ task }) => task?.error).find((text) => typeof text === "string" && text !== "");
    const quoted = message === undefined ? "" : ` (the platform says "${message}")`;
    const lastError = this.#lastError === undefined ? "" : ` (${this.#lastError})`;
    return `${this.#names()} was still ${open[0]?.task?.state ?? "not visible"}${quoted}${lastError}`;
  }
}

/** Applies the read of a task. */
function take(watched: Watched, task: Task | undefined, { intervalMs }: Timing): void {
  if (hasEnded(watched)) return;
  if (task !== undefined) {
    Object.assign(watched, { task, notFound: 0, createdOn: task.createdOn ?? watched.createdOn });
    return;
  }
  const now = clock.monotonic();
  if (watched.notFound++ === 0) watched.notFoundSince = now;
  const intervals = watched.task === undefined ? intervalsUntilVisible : intervalsUntilForgotten;
  const isLong = now - watched.notFoundSince >= intervals * intervalMs;
  watched.isForgotten = watched.notFound >= readsUntilForgotten && isLong;
}

function hasEnded({ task, isForgotten }: Watched): boolean {
  return task?.state === "FINISHED" || task?.state === "ERROR" || isForgotten;
}

function taskError({ id, task }: Watched): TaskError {
  const message = task?.error ?? "";
  const quoted = message === "" ? "(no message)" : `with "${message}"`;
  return new TaskError(id, `task ${id} (${task?.taskType ?? "of an unknown type"}) ended in ERROR ${quoted}.`);
}
