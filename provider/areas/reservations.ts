import { getReservation, getReservations } from "../lookups/reservations.ts";
import { outputOf } from "./output.ts";

export {
  type GetReservationArgs,
  type GetReservationsArgs,
  getReservation,
  getReservations,
  iterateReservations,
} from "../lookups/reservations.ts";

/** {@link getReservation} that takes Inputs. */
export const getReservationOutput = outputOf(getReservation);

/** {@link getReservations} that takes Inputs. */
export const getReservationsOutput = outputOf(getReservations);
