import { stream } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** Stored stream, and whether its servers receive a signal. */
export const storedStream = stream.extend({
  signal: z
    .strictObject({ primary: z.boolean().default(false), backup: z.boolean().default(false) })
    .prefault({})
    .describe("Servers that currently receive a signal."),
  signal_until: z.string().optional().describe("Time at which the signal of the primary server stops."),
});

export type StoredStream = z.output<typeof storedStream>;

export type StreamServer = keyof StoredStream["signal"];
