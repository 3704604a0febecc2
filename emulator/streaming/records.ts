import { stream } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** A stream as it is kept, with whether a signal arrives at its servers. */
export const storedStream = stream.extend({
  signal: z
    .strictObject({ primary: z.boolean().default(false), backup: z.boolean().default(false) })
    .prefault({})
    .describe("Where a signal arrives now."),
  signal_until: z.string().optional().describe("Moment at which the main server's signal stops."),
});

export type StoredStream = z.output<typeof storedStream>;

export type StreamServer = keyof StoredStream["signal"];
