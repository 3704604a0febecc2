import { z } from "zod";
import type { ReservationInputs } from "./inputs.ts";

/** The record of a request, written before it is sent. */
export const markSchema = z.object({
  /** The requested inputs. */
  request: z.custom<ReservationInputs>((value) => typeof value === "object" && value !== null),
  /** Reservations of the region that existed before; in records of earlier releases, those of the name. */
  known: z.array(z.int()),
  /** Time of the request on our clock. */
  at: z.iso.datetime(),
});

export type Mark = z.output<typeof markSchema>;
