// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getReservation, getReservationFlavors, getReservations } from "../../../../functions/reservations.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/reservations.ts";

/** {@link getReservation} that takes Inputs. */
export const getReservationOutput = outputOf(getReservation);

/** {@link getReservationFlavors} that takes Inputs. */
export const getReservationFlavorsOutput = outputOf(getReservationFlavors);

/** {@link getReservations} that takes Inputs. */
export const getReservationsOutput = outputOf(getReservations);
