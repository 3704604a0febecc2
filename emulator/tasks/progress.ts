import type { StoredTask } from "./records.ts";

/** Progress of a task, from 0 to 1, which the platform's API does not report (companion §1.2). */
export function shareDone({ state, updated_on, work }: StoredTask, now: number): number {
  if (state === "FINISHED" || state === "ERROR") return 1;
  const runningMs = state === "RUNNING" ? now - Date.parse(String(updated_on)) : 0;
  return Math.min(1, runningMs / work.durationMs);
}
