import { getReservation, getReservations } from "../lookups/reservations.ts";
import { outputOf } from "./output.ts";

export {
  type GetReservationArgs,
  type GetReservationsArgs,
  getReservation,
  getReservations,
  iterateReservations,
} from "../lookups/reservations.ts";
export {
  type AmountPrices,
  type KnownQuote,
  type Quote,
  Reservation,
  type ReservationArgs,
  type ReservedResource,
  type UnknownQuote,
} from "../resources/reservation.ts";

/** {@link getReservation} that takes Inputs. */
export const getReservationOutput = outputOf(getReservation);

/** {@link getReservations} that takes Inputs. */
export const getReservationsOutput = outputOf(getReservations);
