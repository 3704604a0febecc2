import { randomUUID } from "node:crypto";
import type { Task } from "@cloudplatform/pulumi/api";
import type { Clock } from "../clock/clock.ts";
import type { Timers } from "../clock/timers.ts";
import type { Collection } from "../store/collection.ts";
import type { StoredTask, storedTask } from "./task.ts";

/** How a task ends: ids of what it made, by kind. */
export type Created = Record<string, (string | number)[]>;

/** What the end of a task does to what it worked on. `failed` holds the text of its failure. */
export type TaskEffect = (subject: string, at: number, failed: string | undefined) => Created | undefined;

/** A task that is to be started. */
export interface TaskStart {
  type: string;
  projectId: number;
  regionId: number;
  clientId: number;
  durationMs: number;
  data?: unknown;
  /** Named effect of its end, and what it works on. */
  effect: string;
  subject: string;
}

/** A fault that the tasks of the present request are under (`task-error`, `task-stall`). */
export interface TaskFault {
  failure?: string;
  stalled?: boolean;
}

/** A task waits this long before it runs. */
const queueMs = 1000;

/** Runs the platform's tasks, NEW → RUNNING → FINISHED or ERROR, on the platform's clock. companion §1.2. */
export class TaskEngine {
  readonly #tasks: Collection<typeof storedTask>;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #effects = new Map<string, TaskEffect>();
  /** Set by the door for the request that is being handled. */
  fault: TaskFault | undefined;

  constructor(tasks: Collection<typeof storedTask>, clock: Clock, timers: Timers) {
    this.#tasks = tasks;
    this.#clock = clock;
    this.#timers = timers;
    timers.on("task.run", (id, at) => this.#run(id, at));
    timers.on("task.end", (id, at) => this.#end(id, at));
  }

  /** Names what the end of a task does. */
  on(effect: string, run: TaskEffect): void {
    this.#effects.set(effect, run);
  }

  /** Puts a task into the queue and returns its id. */
  start(start: TaskStart): string {
    const id = randomUUID();
    const now = this.#clock.now();
    const task: Task = {
      id,
      task_type: start.type,
      state: "NEW",
      created_on: this.#clock.iso(now),
      updated_on: this.#clock.iso(now),
      finished_on: null,
      error: null,
      created_resources: null,
      data: start.data ?? null,
      project_id: start.projectId,
      region_id: start.regionId,
      client_id: start.clientId,
      user_id: 1,
    };
    const { durationMs, effect, subject } = start;
    this.#tasks.put(id, { task, durationMs, effect, subject, ...this.fault });
    this.#timers.set(now + queueMs, "task.run", id);
    return id;
  }

  #run(id: string, at: number): void {
    const stored = this.#tasks.get(id);
    if (stored === undefined) return;
    this.#save(stored, { state: "RUNNING", updated_on: this.#clock.iso(at) });
    if (stored.stalled !== true) this.#timers.set(at + stored.durationMs, "task.end", id);
  }

  #end(id: string, at: number): void {
    const stored = this.#tasks.get(id);
    if (stored === undefined) return;
    const effect = this.#effects.get(stored.effect ?? "");
    const created = effect?.(stored.subject ?? "", at, stored.failure);
    const moment = this.#clock.iso(at);
    const ended = { updated_on: moment, finished_on: moment };
    if (stored.failure === undefined)
      this.#save(stored, { ...ended, state: "FINISHED", created_resources: created ?? null });
    else this.#save(stored, { ...ended, state: "ERROR", error: stored.failure });
  }

  #save(stored: StoredTask, change: Partial<Task>): void {
    const task = { ...stored.task, ...change };
    this.#tasks.put(String(task.id), { ...stored, task });
  }
}
