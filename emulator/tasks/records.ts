import { task } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** Stored task: the fields that the API returns, and what the emulator needs to run it. */
export const storedTask = task.extend({
  work: z.object({
    /** Duration of the state RUNNING, in milliseconds of the platform's clock. */
    durationMs: z.number(),
    /** Name of the registered effect of the task's end (`TaskEngine.on`). */
    effect: z.string(),
    /** Id of the record that the task changes. */
    subject: z.string(),
    /** Error message with which an injected fault makes the task fail. */
    failure: z.string().optional(),
    /** A failure leaves the partially created object behind. */
    leavesBehind: z.boolean().optional(),
    /** The task never ends. */
    stalled: z.boolean().optional(),
  }),
});

export type StoredTask = z.output<typeof storedTask>;
