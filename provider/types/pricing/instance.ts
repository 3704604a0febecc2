// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { CurrencyCode } from "./currency.ts";

/**
 * Price of virtual machines.
 *
 * *Source:* platform-api §2.4.
 */
export interface InstancePriceResult {
  /** `show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price. */
  priceStatus: "error" | "hide" | "show";
  /** Currency of all prices, ISO 4217. */
  currencyCode?: CurrencyCode | null;
  /** Hourly prices by part. */
  perHour: InstancePriceParts;
  /** Monthly prices by part. */
  perMonth: InstancePriceParts;
  /** Prices per gigabyte by category of traffic. */
  perGb?: Record<string, number | null | undefined> | null;
  /** Hourly price, with VAT. */
  totalPricePerHour?: number | null;
  /** Monthly price, with VAT. */
  totalPricePerMonth?: number | null;
  /** Monthly price without the discount, with VAT. */
  priceWithoutDiscountPerMonth?: number | null;
  /** Discount in percent, decimal text. */
  discountPercent?: string | null;
  /**
   * Priced machines.
   *
   * Default: `1`.
   */
  vmCount: number;
}

/**
 * Prices of virtual machines by part.
 *
 * *Source:* platform-api §2.4.
 */
export interface InstancePriceParts {
  /** Price of the machines. */
  flavor?: number | null;
  /** Price of public addresses. */
  externalIp?: number | null;
  /** Price of floating IPs. */
  floatingIp?: number | null;
  /** Price of volumes by their type. */
  volumes?: Record<string, number | null | undefined> | null;
}

/**
 * A network interface of a virtual machine.
 *
 * *Source:* platform-api §4 #4.
 */
export interface InstanceInterface {
  /** `subnet`, `any_subnet` of a network, `external` (public), or `reserved_fixed_ip`. */
  type: "subnet" | "any_subnet" | "external" | "reserved_fixed_ip";
  /**
   * Network (UUID), for `subnet` and `any_subnet`.
   *
   * Must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11.
   */
  networkId?: string;
  /**
   * Subnet (UUID), for `subnet`.
   *
   * Must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11.
   */
  subnetId?: string;
  /** Port, for `reserved_fixed_ip`. */
  portId?: string;
  /** Floating IP of the interface. */
  floatingIp?: InstanceFloatingIp;
  /**
   * Name of the interface.
   *
   * At most 37 characters.
   */
  interfaceName?: string;
  /** Addresses of the interface. */
  ipFamily?: "ipv4" | "ipv6" | "dual" | null;
  /** Security groups of the interface. */
  securityGroups?: InstanceSecurityGroup[];
}

/**
 * Floating IP of the interface.
 *
 * *Source:* platform-api §4 #4.
 */
export interface InstanceFloatingIp {
  /** `new`: a new floating IP. `existing`: the one in `existingFloatingId`. */
  source: "new" | "existing";
  /**
   * Id of the existing floating IP.
   *
   * Not empty.
   */
  existingFloatingId?: string;
}

/**
 * A security group.
 *
 * *Source:* platform-api §4 #4.
 */
export interface InstanceSecurityGroup {
  /**
   * Security group (UUID).
   *
   * Must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11.
   */
  id: string;
}

/**
 * A volume of a virtual machine.
 *
 * *Source:* platform-api §4 #4.
 */
export interface InstanceVolume {
  /** Source of the volume. */
  source: "image" | "new-volume" | "snapshot" | "existing-volume" | "apptemplate";
  /**
   * Size of the volume.
   *
   * Integer at least 1 GiB.
   */
  size?: number | null;
  /** Type of the volume. */
  typeName?: "cold" | "ssd_hiiops" | "ssd_local" | "ssd_lowlatency" | "standard" | "ultra" | null;
  /** Image, for the source `image`. */
  imageId?: string | null;
  /** Snapshot, for the source `snapshot`. */
  snapshotId?: string | null;
}
