import { randomUUID } from "node:crypto";
import type { Clock } from "../clock/clock.ts";
import type { Timers } from "../clock/timers.ts";
import type { Collection } from "../store/collection.ts";
import type { StoredTask, storedTask } from "./records.ts";

/** Ids of what a task made, by kind. */
export type Created = Record<string, (string | number)[]>;

/** What the end of a task does, whether it worked (`task.work.failure` is not set) or failed. */
export type TaskEffect = (task: StoredTask, at: number) => Created | undefined;

/** A task that is to be started. */
export interface TaskStart {
  type: string;
  projectId: number;
  regionId: number;
  durationMs: number;
  /** Parameters, which the platform shows and the effect reads. */
  data?: unknown;
  /** Named effect of its end. */
  effect: string;
  /** Id of the record that it works on. */
  subject: string;
}

/** Faults that the tasks of the present request are under (`task-error`, `task-stall`). */
export type TaskFault = Pick<StoredTask["work"], "failure" | "leavesBehind" | "stalled">;

/** A task waits this long before it runs. */
const queueMs = 1000;

/** Runs the platform's tasks, NEW → RUNNING → FINISHED or ERROR, on the platform's clock. companion §1.2. */
export class TaskEngine {
  readonly #tasks: Collection<typeof storedTask>;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #clientId: number;
  readonly #effects = new Map<string, TaskEffect>();
  /** Set for the request that is being handled. */
  fault: TaskFault = {};

  constructor(tasks: Collection<typeof storedTask>, clock: Clock, timers: Timers, clientId: number) {
    this.#tasks = tasks;
    this.#clock = clock;
    this.#timers = timers;
    this.#clientId = clientId;
    timers.on("task.run", (id, at) => this.#run(id, at));
    timers.on("task.end", (id, at) => this.#end(id, at));
  }

  /** Names what the end of a task does: an effect outlives the process, a function does not. */
  on(effect: string, run: TaskEffect): void {
    this.#effects.set(effect, run);
  }

  /** Puts a task into the queue and returns its id. */
  start(start: TaskStart): string {
    const id = randomUUID();
    const now = this.#clock.now();
    const moment = this.#clock.iso(now);
    const { durationMs, effect, subject } = start;
    this.#tasks.put(id, {
      id,
      task_type: start.type,
      state: "NEW",
      created_on: moment,
      updated_on: moment,
      finished_on: null,
      error: null,
      created_resources: null,
      data: start.data ?? null,
      project_id: start.projectId,
      region_id: start.regionId,
      client_id: this.#clientId,
      user_id: 1,
      work: { durationMs, effect, subject, ...this.fault },
    });
    this.#timers.set(now + queueMs, "task.run", id);
    return id;
  }

  #run(id: string, at: number): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    this.#tasks.put(id, { ...task, state: "RUNNING", updated_on: this.#clock.iso(at) });
    if (task.work.stalled !== true) this.#timers.set(at + task.work.durationMs, "task.end", id);
  }

  #end(id: string, at: number): void {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    const created = this.#effects.get(task.work.effect)?.(task, at);
    const moment = this.#clock.iso(at);
    const ended = { ...task, updated_on: moment, finished_on: moment };
    const error = task.work.failure;
    if (error === undefined) this.#tasks.put(id, { ...ended, state: "FINISHED", created_resources: created ?? null });
    else this.#tasks.put(id, { ...ended, state: "ERROR", error });
  }
}
