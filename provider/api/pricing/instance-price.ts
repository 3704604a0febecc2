import { z } from "zod";
import { decimalText, uuid } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { volumeTypes } from "../kubernetes/pool.ts";
import { limits } from "../limits.ts";
import { isGiven, type Report, type Unchecked, withRules } from "../rules.ts";
import { typeNames } from "../type-names.ts";
import { currencyCode, priceStatus } from "./price.ts";

/** Price of virtual machines. platform-api §2.4; further enumerations: companion §6.3. */

const floatingIp = withRules(
  z.object({
    source: z
      .enum(["new", "existing"])
      .describe("`new`: a new floating IP. `existing`: the one in `existing_floating_id`."),
    existing_floating_id: z.string().min(1).optional().describe("Id of the existing floating IP."),
  }),
  (ip, report) => {
    if (ip.source === "existing" && !isGiven(ip.existing_floating_id))
      report(["existing_floating_id"], "is required when an existing floating IP is used");
  },
).register(typeNames, { token: "pricing/instance:InstanceFloatingIp" });

const interfaceTypes = ["subnet", "any_subnet", "external", "reserved_fixed_ip"] as const;

const bareInterface = z
  .object({
    type: z
      .enum(interfaceTypes)
      .describe("`subnet`, `any_subnet` of a network, `external` (public), or `reserved_fixed_ip`."),
    network_id: uuid.optional().describe("Network (UUID), for `subnet` and `any_subnet`."),
    subnet_id: uuid.optional().describe("Subnet (UUID), for `subnet`."),
    port_id: z.string().optional().describe("Port, for `reserved_fixed_ip`."),
    floating_ip: floatingIp.optional().describe("Floating IP of the interface."),
    interface_name: z
      .string()
      .max(limits.pricing.interfaceNameLength.max)
      .optional()
      .describe("Name of the interface."),
    ip_family: z.enum(["ipv4", "ipv6", "dual"]).nullish().describe("Addresses of the interface."),
    security_groups: z
      .array(
        z
          .object({ id: uuid.describe("Security group (UUID).") })
          .register(typeNames, { token: "pricing/instance:InstanceSecurityGroup", description: "A security group." }),
      )
      .optional()
      .describe("Security groups of the interface."),
  })
  .register(typeNames, {
    token: "pricing/instance:InstanceInterface",
    description: "A network interface of a virtual machine.",
  });

/** Fields that a type of interface requires. In the platform's API, each type has its own schema. */
const neededByType: Record<string, readonly (keyof z.output<typeof bareInterface>)[]> = {
  subnet: ["network_id", "subnet_id"],
  any_subnet: ["network_id"],
  reserved_fixed_ip: ["port_id"],
};

function fieldsOfType(each: Unchecked<z.output<typeof bareInterface>>, report: Report): void {
  for (const field of neededByType[String(each.type)] ?? [])
    if (!isGiven(each[field])) report([field], `is required for an interface of type "${each.type}"`);
}

const volumeSources = ["image", "new-volume", "snapshot", "existing-volume", "apptemplate"] as const;

const volume = z
  .object({
    source: z.enum(volumeSources).describe("Source of the volume."),
    size: z.int().min(1).nullish().register(fieldMetadata, { unit: "GiB" }).describe("Size of the volume."),
    type_name: z.enum(volumeTypes).nullish().describe("Type of the volume."),
    image_id: z.string().nullish().describe("Image, for the source `image`."),
    snapshot_id: z.string().nullish().describe("Snapshot, for the source `snapshot`."),
  })
  .register(typeNames, { token: "pricing/instance:InstanceVolume", description: "A volume of a virtual machine." });

export const instancePriceBody = withRules(
  z.object({
    flavor: z.string().min(1).describe("Flavor of the machines."),
    interfaces: z.array(withRules(bareInterface, fieldsOfType)).describe("Network interfaces of each machine."),
    names: z
      .array(z.string())
      .optional()
      .describe("Names, one per machine. Pass either `names` or `name_templates`, not both."),
    name_templates: z
      .array(z.string())
      .optional()
      .describe("Name templates, one per machine, with a placeholder such as `{ip_octets}`."),
    volumes: z.array(volume).optional().describe("Volumes of each machine."),
  }),
  (body, report) => {
    if (isGiven(body.names) && isGiven(body.name_templates))
      report(["name_templates"], "must be left out when names are given: exactly one of names and name templates");
    if (!isGiven(body.names) && !isGiven(body.name_templates))
      report(["names"], "is required when no name templates are given: exactly one of names and name templates");
  },
);

const amount = z.number().nullish();

const parts = z
  .looseObject({
    flavor: amount.describe("Price of the machines."),
    external_ip: amount.describe("Price of public addresses."),
    floating_ip: amount.describe("Price of floating IPs."),
    volumes: z.record(z.string(), amount).nullish().describe("Price of volumes by their type."),
  })
  .register(typeNames, {
    token: "pricing/instance:InstancePriceParts",
    description: "Prices of virtual machines by part.",
  });

/** platform-api §2.4. */
export const instancePrice = z
  .looseObject({
    price_status: priceStatus.describe(
      "`show`: the price may be shown. `hide`: it must not be shown. `error`: there is no price.",
    ),
    currency_code: currencyCode.nullish().describe("Currency of all prices, ISO 4217."),
    per_hour: parts.describe("Hourly prices by part."),
    per_month: parts.describe("Monthly prices by part."),
    per_gb: z.record(z.string(), amount).nullish().describe("Prices per gigabyte by category of traffic."),
    total_price_per_hour: amount.describe("Hourly price, with VAT."),
    total_price_per_month: amount.describe("Monthly price, with VAT."),
    price_without_discount_per_month: amount.describe("Monthly price without the discount, with VAT."),
    discount_percent: decimalText.nullish().describe("Discount in percent, decimal text."),
    vm_count: z.int().default(1).describe("Priced machines."),
  })
  .register(typeNames, {
    token: "pricing/instance:InstancePriceResult",
    description: "Price of virtual machines.",
    source: "platform-api §2.4",
  });

export type InstancePrice = z.output<typeof instancePrice>;
