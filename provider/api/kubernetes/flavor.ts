import { z } from "zod";
import { pageOf, textMap } from "../field.ts";
import { priceStatus } from "../pricing/price.ts";
import { typeNames } from "../type-names.ts";

/**
 * Whether a flavor is a virtual machine: its id starts with `g` or `a`. All others are bare metal (companion §2.3).
 */
export function isVirtualFlavor(flavorId: string): boolean {
  return /^[ga]/.test(flavorId);
}

/** A flavor that nodes can have. companion §2.1. */
export const flavor = z
  .looseObject({
    flavor_id: z.string().describe("Flavor id for pools, such as `g1-standard-2-4`."),
    flavor_name: z.string().nullish().describe("Name of the flavor."),
    vcpus: z.int().nullish().describe("Virtual CPUs."),
    ram: z.int().nullish().describe("Memory in MiB."),
    disabled: z.boolean().nullish().describe("Whether the flavor is unavailable for new nodes."),
    os_type: z.string().nullish().describe("Operating system."),
    architecture: z.string().nullish().describe("Processor architecture."),
    resource_class: z.string().nullish().describe("Class of the hardware."),
    hardware_description: textMap.nullish().describe("Description of the hardware."),
    capacity: z.int().nullish().describe("Number of machines available."),
    price_status: priceStatus.nullish().describe("Whether the prices may be shown."),
    currency_code: z.string().nullish().describe("Currency of the prices."),
    price_per_hour: z.number().nullish().describe("Hourly price per machine."),
    price_per_month: z.number().nullish().describe("Monthly price per machine."),
  })
  .register(typeNames, { token: "kubernetes/flavor:FlavorResult", description: "A node flavor." });

export const flavorList = pageOf(flavor).register(typeNames, {
  token: "kubernetes/flavor:GetFlavorsResult",
  description: "Node flavors of a region.",
  source: "companion §2.1",
});
