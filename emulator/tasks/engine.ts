import type { Clock } from "../clock/clock.ts";
import type { Timers } from "../clock/timers.ts";
import { randomUuid } from "../random-uuid.ts";
import { notFound, PlatformError } from "../server/errors.ts";
import type { Cause, Changes } from "../store/changes.ts";
import type { Collection } from "../store/collection.ts";
import type { StoredTask, storedTask } from "./records.ts";

/** Ids of created resources, by kind. */
export type Created = Record<string, (string | number)[]>;

/** Applies the end of a task: successful (`task.work.failure` is not set) or failed. */
type TaskEffect = (task: StoredTask) => Created | undefined;

/** Parameters of a new task. */
interface TaskStart {
  type: string;
  projectId: number;
  regionId: number;
  durationMs: number;
  /** Parameters of the task. The API returns them, and the effect reads them. */
  data?: unknown;
  /** Name of the registered effect of the task's end. */
  effect: string;
  /** Id of the record that the task changes. */
  subject: string;
}

/** What a fault does to a task (`task-error`, `task-stall`). */
export type TaskFault = Pick<StoredTask["work"], "failure" | "leavesBehind" | "stalled">;

/** Time in state NEW before a task runs. */
const queueMs = 1000;

/** Runs the platform's tasks, NEW → RUNNING → FINISHED or ERROR, on the platform's clock. companion §1.2. */
export class TaskEngine {
  readonly #tasks: Collection<typeof storedTask>;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #changes: Changes;
  readonly #clientId: number;
  readonly #effects = new Map<string, TaskEffect>();
  /** Returns the faults of a starting task, and counts them as used. Set while a request is handled. */
  takeFault: () => TaskFault = () => ({});

  constructor(tasks: Collection<typeof storedTask>, clock: Clock, timers: Timers, changes: Changes, clientId: number) {
    this.#tasks = tasks;
    this.#changes = changes;
    this.#clock = clock;
    this.#timers = timers;
    this.#clientId = clientId;
    timers.on("task.run", (id) => this.#run(id));
    timers.on("task.end", (id) => this.#end(id));
  }

  /** Registers an effect by name, so that stored tasks can refer to it after a restart. */
  on(effect: string, run: TaskEffect): void {
    this.#effects.set(effect, run);
  }

  /** Queues a task and returns its id. */
  start(start: TaskStart): string {
    const id = randomUuid();
    const now = this.#clock.now();
    const timestamp = this.#clock.toIso(now);
    const { durationMs, effect, subject } = start;
    this.#tasks.put(id, {
      id,
      task_type: start.type,
      state: "NEW",
      created_on: timestamp,
      updated_on: timestamp,
      finished_on: null,
      error: null,
      created_resources: null,
      data: start.data ?? null,
      project_id: start.projectId,
      region_id: start.regionId,
      client_id: this.#clientId,
      user_id: 1,
      work: { durationMs, effect, subject, ...this.takeFault() },
    });
    this.#timers.set(now + queueMs, "task.run", id);
    return id;
  }

  /** Ends a queued or running task now, with success or with an error. */
  endNow(id: string, error: string | undefined): StoredTask {
    const task = this.#tasks.get(id);
    if (task === undefined) throw notFound(`Task ${id}`);
    if (task.finished_on !== null) throw new PlatformError(400, `Task ${id} has already ended: it is ${task.state}.`);
    for (const kind of ["task.run", "task.end"]) this.#timers.clear(kind, id);
    const { failure: _failure, stalled: _stalled, ...work } = task.work;
    this.#tasks.put(id, { ...task, work: { ...work, ...(error !== undefined && { failure: error }) } });
    this.#end(id);
    return this.#tasks.get(id) ?? task;
  }

  #run(id: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    this.#changes.during(causeOf(task), () =>
      this.#tasks.put(id, { ...task, state: "RUNNING", updated_on: this.#clock.toIso() }),
    );
    if (task.work.stalled !== true) this.#timers.set(this.#clock.now() + task.work.durationMs, "task.end", id);
  }

  #end(id: string): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    this.#changes.during(causeOf(task), () => {
      const created = this.#effects.get(task.work.effect)?.(task);
      const timestamp = this.#clock.toIso();
      const ended = { ...task, updated_on: timestamp, finished_on: timestamp };
      const error = task.work.failure;
      if (error === undefined) this.#tasks.put(id, { ...ended, state: "FINISHED", created_resources: created ?? null });
      else this.#tasks.put(id, { ...ended, state: "ERROR", error });
    });
  }
}

function causeOf({ id, task_type }: StoredTask): Cause {
  return { kind: "task", id, text: String(task_type) };
}
