// Written by `npm run generate` from the functions in provider/functions; do not edit.

import { getInstancePrice, getLoggingPrice, getReservationPrice } from "../../../../functions/pricing.ts";
import { outputOf } from "../output.ts";

export * from "../../../../functions/pricing.ts";

/** {@link getInstancePrice} that takes Inputs. */
export const getInstancePriceOutput = outputOf(getInstancePrice);

/** {@link getLoggingPrice} that takes Inputs. */
export const getLoggingPriceOutput = outputOf(getLoggingPrice);

/** {@link getReservationPrice} that takes Inputs. */
export const getReservationPriceOutput = outputOf(getReservationPrice);
