/** Asynchronous tasks of the cloud area: stored records, engine and routes. */
import type { Task } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { notFound } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import type { StoredTask } from "./records.ts";

/** Tasks of the cloud area. companion §1.1. */
export const tasks: HandlersOf<"tasks"> = {
  "tasks.get": ({ params }, { store }) => {
    const stored = store.tasks.get(params.task_id);
    if (stored === undefined) throw notFound(`Task ${params.task_id}`);
    return toResponse(stored);
  },

  "tasks.list": ({ query }, platform) => {
    const wanted = (task: Task) =>
      isOneOf(query.project_id, task.project_id) &&
      isOneOf(query.region_id, task.region_id) &&
      (query.task_type === undefined || query.task_type === task.task_type) &&
      (query.from_timestamp === undefined || createdAt(task) >= Date.parse(query.from_timestamp)) &&
      (query.to_timestamp === undefined || createdAt(task) < Date.parse(query.to_timestamp));
    const found = inStates(platform, query.state).filter(wanted);
    if (query.order_by === "desc") found.reverse();
    return { count: found.length, results: found.slice(query.offset, query.offset + query.limit) };
  },

  "tasks.active": ({ params, query }, platform) => {
    const found = inStates(platform, ["NEW", "RUNNING"]).filter(
      (task) =>
        task.project_id === params.project_id &&
        task.region_id === params.region_id &&
        isOneOf(query.task_type, task.task_type),
    );
    return { count: found.length, results: found.slice(query.offset, query.offset + query.limit) };
  },
};

/** Oldest first. */
function inStates({ store }: Platform, states: readonly string[] | undefined): Task[] {
  const stored = states === undefined ? store.tasks.all() : store.tasks.where("$.state", ...states);
  return stored.map(toResponse);
}

/** A task without the emulator's internal fields. */
function toResponse({ work: _, ...task }: StoredTask): Task {
  return task;
}

function isOneOf<T>(wanted: readonly T[] | undefined, value: T | null | undefined): boolean {
  return wanted === undefined || (value !== null && value !== undefined && wanted.includes(value));
}

function createdAt(task: Task): number {
  return Date.parse(task.created_on ?? "");
}
