// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { ReservationResource } from "../reservations/reservation.ts";
import type { InstanceInterface, InstanceVolume } from "./instance.ts";

/**
 * Arguments of `getInstancePrice`.
 *
 * *Source:* platform-api §4 #4.
 */
export interface GetInstancePriceArgs {
  /**
   * Project.
   *
   * Integer at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Flavor of the machines.
   *
   * Not empty.
   */
  flavor: string;
  /** Network interfaces of each machine. */
  interfaces: InstanceInterface[];
  /** Names, one per machine. Pass either `names` or `nameTemplates`, not both. */
  names?: string[];
  /** Name templates, one per machine, with a placeholder such as `{ip_octets}`. */
  nameTemplates?: string[];
  /** Volumes of each machine. */
  volumes?: InstanceVolume[];
}

/**
 * Arguments of `getLoggingPrice`.
 *
 * *Source:* platform-api §4 #11.
 */
export interface GetLoggingPriceArgs {
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
}

/**
 * Arguments of `getReservationPrice`.
 *
 * *Source:* platform-api §4 #5.
 */
export interface GetReservationPriceArgs {
  /**
   * Region.
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
   * Client whose price is calculated. null: the client of the API key.
   *
   * Integer at least 1.
   */
  clientId?: number | null;
  /**
   * Whether the servers run Windows.
   *
   * Default: `false`.
   */
  hasWindows?: boolean;
}
