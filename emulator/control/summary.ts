import type { Platform } from "../platform.ts";
import { shareDone } from "../tasks/progress.ts";
import type { StoredTask } from "../tasks/records.ts";

/** Maximum number of tasks that the console shows. */
const shownTasks = 30;

/** Data of the console page. */
export function summaryOf({ changes, clock, faults, behaviors, requests, store }: Platform) {
  const counts = Object.entries(store).map(([name, collection]) => [name, collection.count()]);
  const now = clock.now();
  return {
    clock: clock.state(),
    revision: changes.revision,
    active: store.tasks.countWith("$.state", "NEW", "RUNNING"),
    counts: Object.fromEntries(counts),
    tasks: store.tasks.latest(shownTasks).map((task) => progressOf(task, now)),
    faults: faults.list(),
    behaviors: behaviors.values,
    lastSeq: requests.lastSeq,
    requestRate: requests.rate.list(),
    recordsBodies: requests.showsValues,
  };
}

/** A task with its progress, which the platform's API does not report (companion §1.2). */
function progressOf({ work, ...task }: StoredTask, now: number) {
  const { id, task_type, state, created_on, updated_on, finished_on, error } = task;
  const share = shareDone({ ...task, work }, now);
  return {
    id,
    task_type,
    state,
    created_on,
    updated_on,
    finished_on,
    error,
    subject: work.subject,
    durationMs: work.durationMs,
    percent: Math.floor(share * 100),
    remainingMs: work.stalled === true ? null : Math.max(0, Math.round(work.durationMs * (1 - share))),
  };
}
