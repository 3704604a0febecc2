import { z } from "zod";

/**
 * Records of creations on disk, one file a resource. A record is written before the request of a creation goes out. It
 * is used only while that creation is known to be unfinished, and it goes when the resource was seen in state under any
 * name. It is a help: what keeps a creation from being created twice is that the platform is asked.
 */
export const recordSchema = z.object({
  /** Absent: written by a release that kept records of creations that were finished, too. */
  version: z.literal(2).optional(),
  urn: z.string(),
  /** Process that has written it; releases up to now did not say. */
  pid: z.number().optional(),
  /** Address of the engine that the process serves. */
  engine: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).default({}),
  /** The facts, encrypted, where some of them are secret. */
  sealed: z.string().optional(),
  /** Digest of the id in the facts: whether they name an object, without the key that they are encrypted with. */
  object: z.string().optional(),
});

export type RecordForm = z.output<typeof recordSchema>;
