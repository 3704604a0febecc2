import { currencyCodes, volumeTypes } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** `show` in both spellings, `hide` and `error` (platform-api §2.6). */
const priceStatus = z.enum(["show", "SHOW", "hide", "error"]).describe("Whether the prices may be shown.");

const amount = z.number().min(0);

/** The list from which every price is computed: an example, not a real tariff. All amounts exclude VAT. */
export const priceList = z.strictObject({
  currency_code: z.enum(currencyCodes).describe("Currency of all amounts."),
  hours_per_month: z.int().min(1).describe("Billed hours per month."),
  vat_percent: amount.describe("VAT, included in totals."),
  discount_percent: amount.max(100).describe("Discount on instances, clusters and logging."),
  commitment_discount_percent: z
    .strictObject({ MONTHS12: amount.max(100), MONTHS36: amount.max(100) })
    .describe("Discount on a reservation, by its period."),
  volume_gib_month: z.record(z.enum(volumeTypes), amount).describe("A GiB of volume per month, by type."),
  external_ip_month: amount.describe("A public address per month."),
  floating_ip_month: amount.describe("A floating IP per month."),
  egress_gb_virtual: amount.describe("A GB of egress traffic of a virtual machine."),
  egress_gb_baremetal: amount.describe("A GB of egress traffic of a bare metal server."),
  logging_month: amount.describe("Logging per month."),
  windows_hour: amount.describe("Windows on a server per hour."),
});

export const region = z.strictObject({
  id: z.int().min(1),
  name: z.string(),
  price_status: priceStatus.default("show").describe("Status of prices without a flavor."),
});

/** Stored flavor with its price. */
export const storedFlavor = z.strictObject({
  flavor_id: z.string().min(1),
  vcpus: z.int().min(1),
  ram: z.int().min(1).describe("MiB."),
  gpu: z.string().optional().describe("Description of the GPUs."),
  cpu_text: z.string().describe("Description of the processors."),
  disk_text: z.string().describe("Description of the disks."),
  ram_text: z.string().describe("Description of the memory."),
  quota: z.string().optional().describe("Regional quota that a bare metal server counts towards."),
  in_stock: z.boolean().default(true),
  price_status: priceStatus.default("show"),
  price_per_hour: amount.describe("Without VAT."),
});

export type PriceList = z.output<typeof priceList>;
export type Region = z.output<typeof region>;
export type Flavor = z.output<typeof storedFlavor>;
