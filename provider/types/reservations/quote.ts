// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * A price that the platform returned.
 *
 * *Source:* platform-api §2.6, §4 #6; companion §4.2.
 */
export interface KnownQuote {
  /** The platform returned a price. */
  known: true;
  /** Price of the whole period, decimal text. */
  total: string;
  /** Price of a month, decimal text. */
  perMonth?: string;
  /** ISO 4217. */
  currency: string;
  /** When the reservation was bought at this price (RFC 3339). Output only. */
  quotedAt?: string;
  /** `show`. */
  priceStatus: string;
}

/**
 * An unknown price.
 *
 * *Source:* platform-api §2.6, §4 #6; companion §4.2.
 */
export interface UnknownQuote {
  /** The platform returned no price. */
  known: false;
  /** Why the price is unknown. */
  reason: string;
  /** When the reservation was bought at this price (RFC 3339). Output only. */
  quotedAt?: string;
  /** `hide` or `error`, if the platform responded. */
  priceStatus?: string;
}
