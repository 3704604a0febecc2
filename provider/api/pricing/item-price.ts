import { z } from "zod";
import { typeNames } from "../type-names.ts";
import { currencyCode, priceStatus } from "./price.ts";

/** A monthly and hourly price: of logging, and of each part of a cluster. platform-api §2.5. */
export const itemPrice = z
  .looseObject({
    price_status: priceStatus.describe(
      "`show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price.",
    ),
    currency_code: currencyCode.nullish().describe("Currency of all prices, ISO 4217."),
    discount_percent: z.number().nullish().describe("Discount in percent."),
    price_per_hour: z.number().nullish().describe("Hourly price."),
    price_per_month: z.number().nullish().describe("Monthly price."),
    price_without_discount_per_month: z.number().nullish().describe("Monthly price without the discount, with VAT."),
  })
  .register(typeNames, {
    token: "pricing/logging:LoggingPriceResult",
    description: "Price of logging.",
    source: "platform-api §2.5, §4 #11",
  });

export type ItemPrice = z.output<typeof itemPrice>;
