import { endpoints } from "../api/index.ts";
import type {
  GetInstancePriceArgs,
  GetLoggingPriceArgs,
  GetReservationPriceArgs,
  InstancePriceResult,
  LoggingPriceResult,
  ReservationPriceResult,
} from "../types/pricing.ts";
import { lookup } from "./lookup.ts";

export type * from "../types/pricing.ts";

/**
 * Previews the price of virtual machines. Pass exactly one of `names` and `nameTemplates`, with one element per machine.
 *
 * `priceStatus` is `show` if the price may be shown, `hide` if it must not be shown, and `error` if there is no price.
 *
 * *Source:* platform-api §4 #4, §2.4.
 *
 * @example
 * ```ts
 * import { pricing } from "@cloudplatform/pulumi";
 *
 * const price = await pricing.getInstancePrice({
 *   projectId: 1,
 *   regionId: 76,
 *   flavor: "g1-standard-2-4",
 *   interfaces: [{ type: "external" }],
 *   names: ["web-1"],
 *   volumes: [{ source: "new-volume", size: 50, typeName: "standard" }],
 * });
 * export const perMonth = price.priceStatus === "show" ? price.totalPricePerMonth : undefined;
 * ```
 */
export const getInstancePrice = lookup<GetInstancePriceArgs, InstancePriceResult>({
  name: "pricing.getInstancePrice",
  endpoint: endpoints["prices.instances"],
});

/**
 * Previews the price of a reservation. Amounts are decimal text and are not rounded.
 *
 * *Source:* platform-api §4 #5, §2.6.
 *
 * @example
 * ```ts
 * import { pricing } from "@cloudplatform/pulumi";
 *
 * const { amountPrices } = await pricing.getReservationPrice({
 *   regionId: 76,
 *   period: "MONTHS36",
 *   resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
 * });
 * export const total = `${amountPrices?.commitPriceTotal} ${amountPrices?.currencyCode}`;
 * ```
 */
export const getReservationPrice = lookup<GetReservationPriceArgs, ReservationPriceResult>({
  name: "pricing.getReservationPrice",
  endpoint: endpoints["prices.reservation"],
});

/**
 * Reads the price of logging in a region.
 *
 * *Source:* platform-api §4 #11, §2.5.
 *
 * @example
 * ```ts
 * import { pricing } from "@cloudplatform/pulumi";
 *
 * const { pricePerMonth, currencyCode } = await pricing.getLoggingPrice({ regionId: 76 });
 * export const logging = `${pricePerMonth} ${currencyCode} per month`;
 * ```
 */
export const getLoggingPrice = lookup<GetLoggingPriceArgs, LoggingPriceResult>({
  name: "pricing.getLoggingPrice",
  endpoint: endpoints["prices.logging"],
});
