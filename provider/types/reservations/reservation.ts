// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { AmountPrices } from "../pricing/reservation.ts";
import type { KnownQuote, UnknownQuote } from "./quote.ts";

/**
 * Inputs of a reservation of resources for 12 or 36 months.
 *
 * *Source:* platform-api §2.6, §4 #6; companion §4.2.
 */
export interface ReservationInputs {
  /**
   * Name of the reservation.
   *
   * Not empty.
   */
  name: string;
  /**
   * Region of the resources.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /** Length of the commitment: 12 or 36 months. */
  period: "MONTHS12" | "MONTHS36";
  /**
   * Resources to reserve.
   *
   * At least 1 element. Order is not significant.
   */
  resources: ReservationResource[];
  /**
   * Whether the servers run Windows.
   *
   * Default: `false`. Write-only: the platform does not return it, so drift is not detected.
   */
  hasWindows?: boolean;
  /**
   * Total that you agree to, such as "12000.00 EUR". If the quote differs, the check fails. `unknown`: buys it even if
   * the platform returns no price.
   *
   * Must be the total and its currency, such as "12000.00 EUR"; or "unknown".
   */
  confirmCommitment?: string;
  /** Allows a change to replace the reservation: the old one is cancelled and another one is bought. */
  allowReplacement?: boolean;
  /** Buys the reservation even if an identical one (name, region, period and resources) has not ended. */
  allowDuplicate?: boolean;
  /**
   * `abandon`: a delete removes a reservation that can no longer be cancelled from the stack and leaves it on the
   * platform.
   */
  onDelete?: "abandon";
}

/**
 * A resource to reserve.
 *
 * *Source:* platform-api §2.6, §4 #6; companion §4.2.
 */
export interface ReservationResource {
  /**
   * Name of the resource, such as the flavor `bm1-hf-medium`.
   *
   * Not empty.
   */
  resourceName: string;
  /** Kind of resource. */
  resourceType: "flavor";
  /**
   * Number of reserved units.
   *
   * Integer from 1 to 100.
   */
  resourceValue: number;
}

/**
 * A reservation as the platform returns it.
 *
 * *Source:* platform-api §2.6; companion §4.3.
 */
export interface ReservationResult {
  /** Reservation id. */
  id: number;
  /** Name of the reservation. */
  name: string;
  /** Region of the resources. */
  regionId: number;
  /** Name of the region. */
  regionName?: string | null;
  /** State, such as `CREATED`, `APPROVED`, `REJECTED`, `ACTIVATED`. */
  status: string;
  /** State shown to customers. */
  userStatus?: string | null;
  /** Possible next states. */
  nextStatuses?: string[] | null;
  /** First day of the active period. */
  activeFrom?: string | null;
  /** Last day of the active period. */
  activeTo?: string | null;
  /** When it was created; may lack a time zone. */
  createdAt?: string | null;
  /** Billing period: `year`, `month` or `day`. */
  activityPeriod?: string | null;
  /** Length of the whole reservation in billing periods. */
  activityPeriodLength?: number | null;
  /** Prices of the whole reservation. */
  amountPrices?: AmountPrices | null;
  /** Billing plan. */
  billingPlanId?: number | null;
  /** Error message, if one occurred. null: none. */
  error?: string | null;
  /** Estimated delivery date when bare metal is out of stock. null: in stock. */
  eta?: string | null;
  /** Whether the expiration message is shown. */
  isExpirationMessageVisible?: boolean | null;
  /** Day from which the end date is shown to the customer. */
  remindExpirationMessage?: string | null;
  /** Reserved resources with their prices. */
  resources?: ReservedResource[] | null;
}

/**
 * A resource of a reservation as the platform returns it, with its prices.
 *
 * *Source:* platform-api §2.6; companion §4.3.
 */
export interface ReservedResource {
  /** Billing name: the requested name with a suffix such as `_min`. */
  resourceName?: string | null;
  /** Kind of resource. */
  resourceType?: string | null;
  /** Number of reserved units. */
  resourceCount?: number | null;
  /** Description of the processors. */
  cpu?: string | null;
  /** Description of the disks. */
  disk?: string | null;
  /** Description of the memory. */
  ram?: string | null;
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
  /** Item of the billing plan. */
  billingPlanItemId?: number | null;
  /** Item of the billing plan for usage beyond the reservation. */
  overcommitBillingPlanItemId?: number | null;
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

/**
 * Reservations of a client.
 *
 * *Source:* companion §4.1.
 */
export interface GetReservationsResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: ReservationResult[];
}

/**
 * Outputs of a reservation of resources for 12 or 36 months.
 *
 * *Source:* platform-api §2.6, §4 #6; companion §4.2.
 */
export interface ReservationOutputs {
  /** Name of the reservation. */
  name: string;
  /** Region of the resources. */
  regionId: number;
  /** Length of the commitment: 12 or 36 months. */
  period: "MONTHS12" | "MONTHS36";
  /** Resources to reserve. */
  resources: ReservationResource[];
  /** Whether the servers run Windows. */
  hasWindows: boolean;
  /**
   * Total that you agree to, such as "12000.00 EUR". If the quote differs, the check fails. `unknown`: buys it even if
   * the platform returns no price.
   */
  confirmCommitment?: string;
  /** Allows a change to replace the reservation: the old one is cancelled and another one is bought. */
  allowReplacement?: boolean;
  /** Buys the reservation even if an identical one (name, region, period and resources) has not ended. */
  allowDuplicate?: boolean;
  /**
   * `abandon`: a delete removes a reservation that can no longer be cancelled from the stack and leaves it on the
   * platform.
   */
  onDelete?: "abandon";
  /**
   * Price that the platform quoted before the purchase, known at preview. Omitted for an imported reservation.
   *
   * Read-only.
   */
  quote?: KnownQuote | UnknownQuote;
  /**
   * Id of the reservation as a number.
   *
   * Read-only.
   */
  reservationId: number;
  /**
   * Name of the region.
   *
   * Read-only.
   */
  regionName?: string;
  /**
   * State, such as `CREATED`, `APPROVED`, `REJECTED`, `ACTIVATED`.
   *
   * Read-only.
   */
  status: string;
  /**
   * State shown to customers.
   *
   * Read-only.
   */
  userStatus?: string;
  /**
   * Possible next states.
   *
   * Read-only.
   */
  nextStatuses: string[];
  /**
   * First day of the active period.
   *
   * Read-only.
   */
  activeFrom?: string;
  /**
   * Last day of the active period.
   *
   * Read-only.
   */
  activeTo?: string;
  /**
   * When it was created; may lack a time zone.
   *
   * Read-only.
   */
  createdAt?: string;
  /**
   * Billing period: `year`, `month` or `day`.
   *
   * Read-only.
   */
  activityPeriod?: string;
  /**
   * Length of the whole reservation in billing periods.
   *
   * Read-only.
   */
  activityPeriodLength?: number;
  /**
   * Prices of the whole reservation.
   *
   * Read-only.
   */
  amountPrices?: AmountPrices;
  /**
   * Reserved resources as the platform lists them, with their prices.
   *
   * Read-only.
   */
  reservedResources: ReservedResource[];
  /**
   * Billing plan.
   *
   * Read-only.
   */
  billingPlanId?: number;
  /**
   * Error message, if one occurred. null: none.
   *
   * Read-only.
   */
  error?: string;
  /**
   * Estimated delivery date when bare metal is out of stock. null: in stock.
   *
   * Read-only.
   */
  eta?: string;
  /**
   * Whether the expiration message is shown.
   *
   * Read-only.
   */
  isExpirationMessageVisible?: boolean;
  /**
   * Day from which the end date is shown to the customer.
   *
   * Read-only.
   */
  remindExpirationMessage?: string;
}
