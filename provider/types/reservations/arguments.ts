// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getReservation`.
 *
 * *Source:* companion §4.1.
 */
export interface GetReservationArgs {
  /**
   * Reservation.
   *
   * Integer at least 1.
   */
  id: number;
}

/**
 * Arguments of `getReservationFlavors`.
 *
 * *Source:* companion §4.1.
 */
export interface GetReservationFlavorsArgs {
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Client. Default: the client of the API key.
   *
   * Integer at least 1.
   */
  clientId?: number;
  /** Only flavors for Windows. */
  windowsOs?: boolean;
}

/**
 * Arguments of `getReservations`.
 *
 * *Source:* companion §4.1.
 */
export interface GetReservationsArgs {
  /**
   * Maximum number of reservations in the response.
   *
   * Integer at least 1. Default: all are read.
   */
  limit?: number;
  /**
   * Number of reservations to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
  /**
   * Only reservations of this region.
   *
   * Integer at least 1.
   */
  regionId?: number;
  /** Only reservations in these states. */
  status?: (
    | "CREATED"
    | "APPROVED"
    | "RESERVED"
    | "WAITING_FOR_PAYMENT"
    | "ACTIVATED"
    | "EXPIRED"
    | "REJECTED"
    | "COPIED"
  )[];
  /** Only reservations of this resource. */
  metricName?: string;
  /**
   * Order of the list.
   *
   * Default: `"created_at.desc"`.
   */
  orderBy?:
    | "active_from.asc"
    | "active_from.desc"
    | "active_to.asc"
    | "active_to.desc"
    | "created_at.asc"
    | "created_at.desc";
  /**
   * Only reservations created at or after this time.
   *
   * Must be RFC 3339 such as 2026-01-31T12:00:00Z.
   */
  createdFrom?: string;
  /**
   * Only reservations created before this time.
   *
   * Must be RFC 3339 such as 2026-01-31T12:00:00Z.
   */
  createdTo?: string;
  /**
   * Only reservations that start on this day or later.
   *
   * Must be a date such as 2026-01-31.
   */
  activatedFrom?: string;
  /**
   * Only reservations that start on this day or earlier.
   *
   * Must be a date such as 2026-01-31.
   */
  activatedTo?: string;
  /**
   * Only reservations that end on this day or later.
   *
   * Must be a date such as 2026-01-31.
   */
  deactivatedFrom?: string;
  /**
   * Only reservations that end on this day or earlier.
   *
   * Must be a date such as 2026-01-31.
   */
  deactivatedTo?: string;
  /** Read all pages instead of one. */
  all?: boolean;
}
