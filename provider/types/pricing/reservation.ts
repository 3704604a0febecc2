// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { CurrencyCode } from "./currency.ts";

/**
 * Price of a reservation.
 *
 * *Source:* platform-api §2.6.
 */
export interface ReservationPriceResult {
  /** `show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price. */
  priceStatus: "error" | "hide" | "show";
  /** Region of the resources. */
  regionId?: number | null;
  /** Name of the region. */
  regionName?: string | null;
  /** Billing period: `year`, `month` or `day`. */
  activityPeriod: "year" | "month" | "day";
  /** Length of the whole reservation in billing periods. */
  activityPeriodLength?: number | null;
  /** Prices of the whole reservation. */
  amountPrices?: AmountPrices | null;
  /** Prices by resource. */
  resources?: ReservedResourcePrice[] | null;
}

/**
 * Prices of a whole reservation.
 *
 * *Source:* platform-api §2.6.
 */
export interface AmountPrices {
  /** Price of a reserved unit. */
  commitPricePerUnit?: string | null;
  /** Monthly price of the reserved resources. */
  commitPricePerMonth?: string | null;
  /** Price of the reserved resources over the whole period. */
  commitPriceTotal?: string | null;
  /** Price of a unit beyond the reservation. */
  overcommitPricePerUnit?: string | null;
  /** Monthly price of usage beyond the reservation. */
  overcommitPricePerMonth?: string | null;
  /** Price of usage beyond the reservation over the whole period. */
  overcommitPriceTotal?: string | null;
  /** Currency of all prices, ISO 4217. */
  currencyCode?: CurrencyCode | (string & Record<never, never>) | null;
}

/**
 * Prices of a resource of a reservation.
 *
 * *Source:* platform-api §2.6.
 */
export interface ReservedResourcePrice {
  /** Billing name of the resource. */
  resourceName?: string | null;
  /** Unit that is billed. */
  unitName?: string | null;
  /** Units in a month. */
  unitSizeMonth?: string | null;
  /** Units in the whole period. */
  unitSizeTotal?: string | null;
  /** Billing period: `year`, `month` or `day`. */
  activityPeriod?: string | null;
  /** Length of the whole reservation in billing periods. */
  activityPeriodLength?: number | null;
  /** Price of a reserved unit. */
  commitPricePerUnit?: string | null;
  /** Monthly price of the reserved resources. */
  commitPricePerMonth?: string | null;
  /** Price of the reserved resources over the whole period. */
  commitPriceTotal?: string | null;
  /** Price of a unit beyond the reservation. */
  overcommitPricePerUnit?: string | null;
  /** Monthly price of usage beyond the reservation. */
  overcommitPricePerMonth?: string | null;
  /** Price of usage beyond the reservation over the whole period. */
  overcommitPriceTotal?: string | null;
}
