// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Node flavors of a region.
 *
 * *Source:* companion §2.1.
 */
export interface GetFlavorsResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: FlavorResult[];
}

/**
 * A node flavor.
 *
 * *Source:* companion §2.1.
 */
export interface FlavorResult {
  /** Flavor id for pools, such as `g1-standard-2-4`. */
  flavorId: string;
  /** Name of the flavor. */
  flavorName?: string | null;
  /** Virtual CPUs. */
  vcpus?: number | null;
  /** Memory in MiB. */
  ram?: number | null;
  /** Whether the flavor is unavailable for new nodes. */
  disabled?: boolean | null;
  /** Operating system. */
  osType?: string | null;
  /** Processor architecture. */
  architecture?: string | null;
  /** Class of the hardware. */
  resourceClass?: string | null;
  /** Description of the hardware. */
  hardwareDescription?: Record<string, string> | null;
  /** Number of machines available. */
  capacity?: number | null;
  /** Whether the prices may be shown. */
  priceStatus?: "error" | "hide" | "show" | null;
  /** Currency of the prices. */
  currencyCode?: string | null;
  /** Hourly price per machine. */
  pricePerHour?: number | null;
  /** Monthly price per machine. */
  pricePerMonth?: number | null;
}
