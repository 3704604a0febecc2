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
