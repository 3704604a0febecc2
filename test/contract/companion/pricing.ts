import { list, object, text } from "../facts/field.ts";
import { uuid } from "../facts/forms.ts";
import { type CompanionEntry, companion, same } from "./entry.ts";

const body = "#4 body.";
const network = "interfaces[].";

export const pricingCompanion: readonly CompanionEntry[] = [
  ...companion("companion §6.3", "the enumeration is closed", body, {
    [`${network}type`]: { values: ["subnet", "any_subnet", "external", "reserved_fixed_ip"] },
    "volumes[].source": { values: ["image", "new-volume", "snapshot", "existing-volume", "apptemplate"] },
    "volumes[].type_name": { values: ["cold", "ssd_hiiops", "ssd_local", "ssd_lowlatency", "standard", "ultra"] },
  }),
  ...companion("companion §6.3", "a field that the contract leaves out", body, {
    [`${network}port_id`]: text(),
    [`${network}interface_name`]: text({ max: 37 }),
    [`${network}ip_family`]: text({ nullable: true, values: ["ipv4", "ipv6", "dual"] }),
    [`${network}security_groups`]: list(object({ id: uuid({ required: true }) })),
  }),
  ...companion("ours", "what it is decides about the rest", body, {
    ...same([`${network}type`, `${network}floating_ip.source`, "volumes[].source"], { required: true }),
  }),
  ...companion("ours", "an interface in a subnet names the subnet and its network", body, {
    ...same([`${network}network_id`, `${network}subnet_id`], { requiredWhen: "type is subnet" }),
  }),
  ...companion("ours", "null means not given, as in the fields of this area that the contract lets be null", body, {
    ...same(
      ["size", "type_name", "image_id", "snapshot_id"].map((field) => `volumes[].${field}`),
      { nullable: true },
    ),
  }),
  ...companion("ours", "a volume has a size, and an empty text says nothing here", body, {
    "volumes[].size": { min: 1 },
    ...same(["flavor", `${network}floating_ip.existing_floating_id`], { min: 1 }),
  }),
  ...companion("ours", "answers of this area carry decimals as text and as numbers (companion §4.3)", "#4 response.", {
    discount_percent: { type: ["string", "number"] },
  }),
];
