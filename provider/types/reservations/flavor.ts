// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Bare metal flavors of a region that can be reserved.
 *
 * *Source:* companion §4.1.
 */
export interface GetReservationFlavorsResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: ReservationFlavorResult[];
}

/**
 * A bare metal flavor that can be reserved.
 *
 * *Source:* companion §4.1.
 */
export interface ReservationFlavorResult {
  /** Flavor id for reservations, such as `bm1-hf-medium`. */
  flavorId: string;
  /** Name of the flavor. */
  flavorName?: string | null;
  /** Servers in stock. */
  availableCount?: number | null;
  /** Unit of the periods, such as `month`. */
  activityPeriod?: string | null;
  /** Possible lengths of a reservation, in units of `activityPeriod`. */
  activityPeriodLength?: number[] | null;
  /** Operating system. */
  osType?: string | null;
  /** Virtual CPUs. */
  vcpus?: number | null;
  /** Memory in MiB. */
  ram?: number | null;
  /** Class of the hardware. */
  resourceClass?: string | null;
}
