import { z } from "zod";

/**
 * A record of a creation, one file for each resource. It is written before the request of the creation is sent, used only while
 * that creation is known to be unfinished, and removed once the resource was seen in state under any name. Records only help:
 * creating twice is prevented by querying the platform.
 */
export const recordSchema = z.object({
  /** Absent: written by a release that also kept records of finished creations. */
  version: z.literal(2).optional(),
  urn: z.string(),
  /** Platform of the creation, as in an origin; earlier releases did not say. */
  platform: z.string().optional(),
  /** Process that wrote the record; earlier releases did not say. */
  pid: z.number().optional(),
  /** Address of the engine that the process serves. */
  engine: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).default({}),
  /** The facts, encrypted, if some of them are secret. */
  sealed: z.string().optional(),
  /** Digest of the id in the facts: shows whether they name an object, without the key that decrypts them. */
  object: z.string().optional(),
});

export type RecordForm = z.output<typeof recordSchema>;
