import { platformNow } from "./time.js";

/** Time in state NEW before a task runs; equal to the emulator's task engine. */
const queueMs = 1000;

/** Start, end and progress of a task on the platform's clock. `left` is null if a fault stalls the task. */
export function progressOf(task) {
  const work = task.work ?? { durationMs: task.durationMs, stalled: task.remainingMs === null, subject: task.subject };
  const from = Date.parse(task.created_on);
  const runsFrom = task.state === "RUNNING" ? Date.parse(task.updated_on) : from + queueMs;
  if (task.finished_on !== null) return { from, to: Date.parse(task.finished_on), percent: 100, left: 0 };
  const ends = runsFrom + work.durationMs;
  const share = Math.min(1, Math.max(0, (platformNow() - runsFrom) / work.durationMs));
  const left = work.stalled === true ? null : Math.max(0, ends - platformNow());
  return {
    from,
    to: Math.max(ends, work.stalled === true ? platformNow() : 0),
    percent: Math.floor(share * 100),
    left,
  };
}
