import { z } from "zod";

/**
 * Notes about creations on this machine, in all its stacks. Two creations that run at once and ask for the same object must not
 * both take the one that appears. Notes are best effort and never fail a creation.
 */
export const noteSchema = z.object({
  /** What the creation asks for. Creations with the same content may be mistaken for each other. */
  content: z.string(),
  /** Milliseconds since 1970 at which the note was written. */
  at: z.number(),
  pid: z.number(),
  /** Absent while the request is in flight or its outcome is unknown. */
  id: z.string().optional(),
});

export type Note = z.infer<typeof noteSchema>;
