import { getReservation, getReservationFlavors, getReservations } from "../../../functions/reservations.ts";
import { outputOf } from "./output.ts";

export {
  getReservation,
  getReservationFlavors,
  getReservations,
  iterateReservations,
} from "../../../functions/reservations.ts";
export type * from "../../../types/reservations.ts";
export { type AmountPrices, type Quote, Reservation, type ReservationArgs } from "../resources/reservation.ts";

/** {@link getReservation} that takes Inputs. */
export const getReservationOutput = outputOf(getReservation);

/** {@link getReservations} that takes Inputs. */
export const getReservationsOutput = outputOf(getReservations);

/** {@link getReservationFlavors} that takes Inputs. */
export const getReservationFlavorsOutput = outputOf(getReservationFlavors);
