import { z } from "zod";
import { decimalText, openEnum } from "../field.ts";
import { typeNames } from "../type-names.ts";
import { currencyCodes } from "./currency.ts";

/**
 * Prices of a commitment: for the reserved amount, and for usage beyond it. Decimals are kept as text to avoid rounding;
 * responses contain text or numbers (platform-api §2.6, companion §4.3).
 */
export const commitmentPrices = {
  commit_price_per_unit: decimalText.nullish().describe("Price of a reserved unit."),
  commit_price_per_month: decimalText.nullish().describe("Monthly price of the reserved resources."),
  commit_price_total: decimalText.nullish().describe("Price of the reserved resources over the whole period."),
  overcommit_price_per_unit: decimalText.nullish().describe("Price of a unit beyond the reservation."),
  overcommit_price_per_month: decimalText.nullish().describe("Monthly price of usage beyond the reservation."),
  overcommit_price_total: decimalText
    .nullish()
    .describe("Price of usage beyond the reservation over the whole period."),
};

/**
 * Sum over all resources of a reservation. platform-api §2.6 allows any text as currency: rejecting the response to a create
 * because of its currency would lose track of a purchase.
 */
export const amountPrices = z
  .looseObject({
    ...commitmentPrices,
    currency_code: openEnum(currencyCodes).nullish().describe("Currency of all prices, ISO 4217."),
  })
  .register(typeNames, { token: "pricing/reservation:AmountPrices", description: "Prices of a whole reservation." });

/** Length of a reservation and size of its billing units. platform-api §2.6. */
export const commitmentPeriod = {
  activity_period: z.string().nullish().describe("Billing period: `year`, `month` or `day`."),
  activity_period_length: z.int().nullish().describe("Length of the whole reservation in billing periods."),
};

export const commitmentUnits = {
  unit_name: z.string().nullish().describe("Unit that is billed."),
  unit_size_month: decimalText.nullish().describe("Units in a month."),
  unit_size_total: decimalText.nullish().describe("Units in the whole period."),
};
