import { endpoints } from "../api/index.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";
import type { AllPages, AnswerOf, ArgsOf } from "./types.ts";

/** A reservation as the platform has it. Prices are decimal text, so that none is rounded. */
export type ReservationResult = AnswerOf<"reservations.get">;

export interface GetReservationArgs {
  /** Id of the reservation. */
  id: number;
}

/**
 * Reads a reservation by its id.
 *
 * *Errors:* `ResponseError` with status 404 when there is none. *Source:* companion §4.1.
 *
 * @example
 * ```ts
 * import { reservations } from "@cloudplatform/pulumi";
 *
 * const { status, activeTo } = await reservations.getReservation({ id: 12 });
 * export const term = `${status} until ${activeTo}`;
 * ```
 */
export const getReservation = lookup<GetReservationArgs, ReservationResult>({
  name: "reservations.getReservation",
  endpoint: endpoints["reservations.get"],
  renamed: { reservation_id: "id" },
});

export type GetReservationsArgs = ArgsOf<"reservations.list"> & AllPages;

const list: Definition = {
  name: "reservations.getReservations",
  endpoint: endpoints["reservations.list"],
  own: allPages,
  // The platform names no maximum (companion §4.1); its default of 10 would be slow.
  paging: { items: "results", id: "id", by: "offset", whole: true, pageSize: 100 },
};

/** Lists reservations, newest first. All of them, unless `limit` or `offset` names a page. *Source:* companion §4.1. */
export const getReservations = lookup<GetReservationsArgs, AnswerOf<"reservations.list">>(list);

/** Reads reservations one by one, a page in memory at a time. */
export const iterateReservations = listWalk<GetReservationsArgs, ReservationResult>(list);
