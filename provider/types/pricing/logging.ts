// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { CurrencyCode } from "./currency.ts";

/**
 * Price of logging.
 *
 * *Source:* platform-api §2.5, §4 #11.
 */
export interface LoggingPriceResult {
  /** `show`; `hide`: not to be shown; `error`: no price could be given. */
  priceStatus: "error" | "hide" | "show";
  /** Currency of all prices, ISO 4217. */
  currencyCode?: CurrencyCode | null;
  /** Discount in percent. */
  discountPercent?: number | null;
  /** Price of an hour. */
  pricePerHour?: number | null;
  /** Price of a month. */
  pricePerMonth?: number | null;
  /** Price of a month without the discount, with VAT. */
  priceWithoutDiscountPerMonth?: number | null;
}
