import { task } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** A task as it is kept: what the platform shows, and what is to happen when it ends. */
export const storedTask = z.object({
  task,
  /** How long it works once it is running, in milliseconds of the platform's clock. */
  durationMs: z.number(),
  /** Named effect that its end has (`TaskEngine.on`), and what it works on. */
  effect: z.string().optional(),
  subject: z.string().optional(),
  /** Text of the failure that it is bound to end in. */
  failure: z.string().optional(),
  /** Never ends. */
  stalled: z.boolean().optional(),
});

export type StoredTask = z.output<typeof storedTask>;
