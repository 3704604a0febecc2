import { z } from "zod";

/**
 * Notes of the creations of this machine, of all its stacks: two of them that run at once and ask for the same object may
 * not both take the one that appears. A note is a help and never fails a creation.
 */
export const noteSchema = z.object({
  /** What the creation asks for: those of the same content may be mistaken for each other. */
  content: z.string(),
  /** Milliseconds since 1970 at which the note was written. */
  at: z.number(),
  pid: z.number(),
  /** Absent while the request is under way or its outcome unknown. */
  id: z.string().optional(),
});

export type Note = z.infer<typeof noteSchema>;
