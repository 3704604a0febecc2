import { getInstancePrice, getLoggingPrice, getReservationPrice } from "../../../functions/pricing.ts";
import { outputOf } from "./output.ts";

export { getInstancePrice, getLoggingPrice, getReservationPrice } from "../../../functions/pricing.ts";
export type * from "../../../types/pricing.ts";

/** {@link getInstancePrice} that takes Inputs. */
export const getInstancePriceOutput = outputOf(getInstancePrice);

/** {@link getReservationPrice} that takes Inputs. */
export const getReservationPriceOutput = outputOf(getReservationPrice);

/** {@link getLoggingPrice} that takes Inputs. */
export const getLoggingPriceOutput = outputOf(getLoggingPrice);
