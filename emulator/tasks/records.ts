import { task } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** A task as it is kept: what the platform shows, and what is to happen when it ends. */
export const storedTask = task.extend({
  work: z.object({
    /** How long it works once it is running, in milliseconds of the platform's clock. */
    durationMs: z.number(),
    /** Named effect that its end has (`TaskEngine.on`). */
    effect: z.string(),
    /** Id of the record that it works on. */
    subject: z.string(),
    /** Text of the failure that it is bound to end in. */
    failure: z.string().optional(),
    /** A failure leaves behind what was half made. */
    leavesBehind: z.boolean().optional(),
    /** Never ends. */
    stalled: z.boolean().optional(),
  }),
});

export type StoredTask = z.output<typeof storedTask>;

/** How far a task is, from 0 to 1; the platform itself does not say (companion §1.2). */
export function shareDone({ state, updated_on, work }: StoredTask, now: number): number {
  if (state === "FINISHED" || state === "ERROR") return 1;
  const runningMs = state === "RUNNING" ? now - Date.parse(String(updated_on)) : 0;
  return Math.min(1, runningMs / work.durationMs);
}
