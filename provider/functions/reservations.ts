import { endpoints } from "../api/index.ts";
import type {
  GetReservationArgs,
  GetReservationFlavorsArgs,
  GetReservationFlavorsResult,
  GetReservationsArgs,
  GetReservationsResult,
  ReservationResult,
} from "../types/reservations.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";

export type * from "../types/reservations.ts";

/**
 * Reads a reservation by its id.
 *
 * *Errors:* `ResponseError` with status 404 if no reservation has this id. *Source:* companion §4.1.
 *
 * @example
 * ```ts
 * import { reservations } from "@cloudplatform/pulumi";
 *
 * const { status, activeTo } = await reservations.getReservation({ id: 1 });
 * export const term = `${status} until ${activeTo}`;
 * ```
 */
export const getReservation = lookup<GetReservationArgs, ReservationResult>({
  name: "reservations.getReservation",
  endpoint: endpoints["reservations.get"],
  renamed: { reservation_id: "id" },
});

const list: Definition = {
  name: "reservations.getReservations",
  endpoint: endpoints["reservations.list"],
  own: allPages,
  // The platform names no maximum (companion §4.1); its default of 10 would be slow.
  paging: { items: "results", id: "id", by: "offset", whole: true, pageSize: 100 },
};

/**
 * Lists reservations, newest first. Returns all reservations unless `limit` or `offset` selects a page.
 *
 * *Source:* companion §4.1.
 *
 * @example
 * ```ts
 * import { reservations } from "@cloudplatform/pulumi";
 *
 * const { results } = await reservations.getReservations({ regionId: 76 });
 * export const pending = results.filter(({ status }) => status === "CREATED").map(({ name }) => name);
 * ```
 */
export const getReservations = lookup<GetReservationsArgs, GetReservationsResult>(list);

/** Iterates over reservations, with one page in memory at a time. */
export const iterateReservations = listWalk<GetReservationsArgs, ReservationResult>(list);

/**
 * Lists the bare metal flavors of a region that can be reserved, for `resourceName` of a reservation.
 *
 * *Source:* companion §4.1.
 *
 * @example
 * ```ts
 * import { reservations } from "@cloudplatform/pulumi";
 *
 * const { results } = await reservations.getReservationFlavors({ regionId: 76 });
 * export const inStock = results.filter((one) => (one.availableCount ?? 0) > 0).map((one) => one.flavorId);
 * ```
 */
export const getReservationFlavors = lookup<GetReservationFlavorsArgs, GetReservationFlavorsResult>({
  name: "reservations.getReservationFlavors",
  endpoint: endpoints["reservations.flavors"],
});
