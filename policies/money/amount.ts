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

/** An amount of a configuration in millionths, however small or large it is. */
export function limitOf({ amount }: z.output<typeof money>): Micros {
  return BigInt(Math.round(amount * 1e6));
}

export const onUnknown = z
  .enum(["warn", "fail"])
  .default("warn")
  .describe("What happens to a resource without a price: `warn` reports it as not evaluated, `fail` as a violation.");

/** Prices for resources that the platform does not price. */
export const prices = z
  .strictObject({
    currency: z.enum(currencyCodes).describe("Currency of the prices, ISO 4217."),
    nodes: z.record(z.string(), z.number().min(0)).default({}).describe("Monthly price of a node, by flavor."),
    bootVolumeGib: z
      .record(z.string(), z.number().min(0))
      .default({})
      .describe("Monthly price of a GiB of boot volume, by volume type."),
    publicIpv4: z.number().min(0).optional().describe("Monthly price of a public IPv4 address."),
    vat: z.enum(["included", "excluded"]).optional().describe("Whether the prices include VAT."),
  })
  .optional()
  .describe(
    "Prices of cluster nodes, used if the platform returns no price. If a part has no price, the cluster has none.",
  );

export type Prices = z.output<typeof prices>;
