import { z } from "zod";
import { typeNames } from "../type-names.ts";
import { currencyCode, priceStatus } from "./price.ts";

/** A price a month and an hour: of logging, and of each part of a cluster. platform-api §2.5. */
export const itemPrice = z
  .looseObject({
    price_status: priceStatus.describe("`show`; `hide`: not to be shown; `error`: no price could be given."),
    currency_code: currencyCode.nullish().describe("Currency of all prices, ISO 4217."),
    discount_percent: z.number().nullish().describe("Discount in percent."),
    price_per_hour: z.number().nullish().describe("Price of an hour."),
    price_per_month: z.number().nullish().describe("Price of a month."),
    price_without_discount_per_month: z.number().nullish().describe("Price of a month without the discount, with VAT."),
  })
  .register(typeNames, {
    token: "pricing/logging:LoggingPriceResult",
    description: "Price of logging.",
    source: "platform-api §2.5, §4 #11",
  });

export type ItemPrice = z.output<typeof itemPrice>;
