import { currencyCodes } from "@cloudplatform/pulumi/api";
import { decimalOf, type Micros } from "@cloudplatform/pulumi/values";
import { z } from "zod";

/** `1234.50 EUR`, with all digits: an amount just above a limit must be shown as more than the limit. */
export function moneyText(amount: Micros, currency: string): string {
  return `${decimalOf(amount)} ${currency}`;
}

/** An amount in a configuration. */
export const money = z.strictObject({
  amount: z.number().min(0).describe("Amount, such as 12000 or 99.5."),
  currency: z.enum(currencyCodes).describe("Currency, ISO 4217."),
});

export const onUnknown = z
  .enum(["warn", "fail"])
  .default("warn")
  .describe("What happens to a resource without a price: `warn` reports it as not evaluated, `fail` as a violation.");

/** Prices for resources that the platform does not price. */
export const prices = z
  .strictObject({
    currency: z.enum(currencyCodes).describe("Currency of the prices, ISO 4217."),
    nodes: z.record(z.string(), z.number().min(0)).default({}).describe("Price of a node for a month by its flavor."),
    bootVolumeGib: z
      .record(z.string(), z.number().min(0))
      .default({})
      .describe("Price of a GiB of boot volume for a month by its type."),
    publicIpv4: z.number().min(0).optional().describe("Price of a public IPv4 address for a month."),
    vat: z.enum(["included", "excluded"]).optional().describe("Whether the prices include VAT."),
  })
  .optional()
  .describe(
    "Prices of cluster nodes, used where the platform gives no price. A part without a price leaves the cluster without one.",
  );

export type Prices = z.output<typeof prices>;
