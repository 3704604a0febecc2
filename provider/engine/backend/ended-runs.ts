import { isUnreadable, type Readable, Unreadable } from "../../values/unreadable.ts";
import type { Backend, EndedRun } from "../handler/backend.ts";

/** Times in the history are truncated to whole seconds. */
const secondMs = 1_000;

/** Number of newest runs that are read. Earlier runs are not seen. */
export const pageSize = 500;

/**
 * Returns the run of a resource's stack that was in progress at a time and has ended, and so has saved its state. Pulumi's history
 * has each run that ended, and none that was killed.
 */
export async function endedRunAt(backend: Backend, urn: string, time: number): Promise<Readable<EndedRun | undefined>> {
  const history = await backend.runsOf(urn);
  if (isUnreadable(history)) return history;
  const run = history.find(
    ({ startTime, endTime }) => Date.parse(startTime) <= time && time < Date.parse(endTime) + secondMs,
  );
  const isWhole = history.length < pageSize || history.some(({ endTime }) => Date.parse(endTime) < time);
  return run !== undefined || isWhole ? run : new Unreadable(`the runs of the stack before its newest ${pageSize}`);
}

/**
 * Whether the engine saves the state only at the end of a run (`PULUMI_SKIP_CHECKPOINTS`) instead of at each step. Then no state
 * has what a killed run has created, and no pending operation shows it.
 */
export function savesAtEnd(): boolean {
  return /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
}
