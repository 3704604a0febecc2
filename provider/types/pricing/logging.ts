// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { CurrencyCode } from "./currency.ts";

/**
 * Price of logging.
 *
 * *Source:* platform-api §2.5, §4 #11.
 */
export interface LoggingPriceResult {
  /** `show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price. */
  priceStatus: "error" | "hide" | "show";
  /** Currency of all prices, ISO 4217. */
  currencyCode?: CurrencyCode | null;
  /** Discount in percent. */
  discountPercent?: number | null;
  /** Hourly price. */
  pricePerHour?: number | null;
  /** Monthly price. */
  pricePerMonth?: number | null;
  /** Monthly price without the discount, with VAT. */
  priceWithoutDiscountPerMonth?: number | null;
}
