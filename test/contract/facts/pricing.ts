import { currencyCodes } from "./currencies.ts";
import { each, type Field, integer, list, map, nullable, number, object, required, text } from "./field.ts";
import { uuid } from "./forms.ts";

/** platform-api §2.4, §2.5, §2.6. */
export const priceStatuses = ["error", "hide", "show"] as const;

const floatingIp: Field = object({ source: text({ values: ["new", "existing"] }), existing_floating_id: text() });

const networkInterface: Field = object({
  type: text({ seen: ["subnet", "any_subnet", "external"] }),
  network_id: uuid(),
  subnet_id: uuid(),
  floating_ip: floatingIp,
});

const volume: Field = object({
  source: text({ seen: ["new-volume", "image", "snapshot"] }),
  size: integer(),
  type_name: text({ seen: ["ssd_hiiops", "standard"] }),
  image_id: text(),
  snapshot_id: text(),
});

/** platform-api §2.4, request. */
export const instancePriceBody: Field = object(
  {
    flavor: text(required),
    interfaces: list(networkInterface, required),
    names: list(text({ sample: "web-1" })),
    name_templates: list(text({ sample: "web-{ip_octets}" })),
    volumes: list(volume),
  },
  { apart: { fields: ["names", "name_templates"], needed: true } },
);

const parts = (): Field =>
  object(
    {
      ...each(["external_ip", "flavor", "floating_ip"], number),
      volumes: map(text({ seen: ["cold", "ssd_hiiops", "standard", "ultra"] }), number()),
    },
    required,
  );

const status: Field = text({ required: true, values: priceStatuses });
const currency: Field = text({ nullable: true, values: currencyCodes });
const amount = (): Field => number(nullable);

/** platform-api §2.4, response. */
export const instancePrice: Field = object({
  per_hour: parts(),
  per_month: parts(),
  per_gb: map("egress_traffic_baremetal", number(), nullable),
  price_status: status,
  currency_code: currency,
  discount_percent: text({ nullable: true, sample: "12.50" }),
  ...each(["price_without_discount_per_month", "total_price_per_hour", "total_price_per_month"], amount),
  vm_count: integer({ default: 1 }),
});

/** platform-api §2.5. */
export const loggingPrice: Field = object({
  price_status: status,
  currency_code: currency,
  ...each(["discount_percent", "price_per_hour", "price_per_month", "price_without_discount_per_month"], amount),
});
