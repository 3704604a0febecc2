import { storageEventNames } from "@cloudplatform/pulumi/api";
import { z } from "zod";

export type EventKind = (typeof storageEventNames)[number];

/** Stored event. A level beyond 2^53 is text, so that no digit is lost. */
const storedEvent = z.object({
  bucket_name: z.string().optional(),
  storage_name: z.string().optional(),
  uuid: z.string().optional(),
  level: z.union([z.int().min(0), z.string().regex(/^\d{1,20}$/)]).optional(),
});

/** Stored events of one kind, in their order. */
export const storedEvents = z.object({ kind: z.enum(storageEventNames), events: z.array(storedEvent) });

export type StoredEvent = z.output<typeof storedEvent>;
