import {
  each,
  type Field,
  type Fields,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  required,
  text,
} from "./field.ts";
import { day, decimal, timestamp } from "./forms.ts";
import { priceStatuses } from "./pricing.ts";

/** platform-api §8. */
export const periods = ["MONTHS12", "MONTHS36"] as const;

const period = text({ required: true, values: periods });
const wanted: Field = object({
  resource_name: text({ sample: "bm1-hf-medium" }),
  resource_type: text({ seen: ["flavor"] }),
  resource_value: integer(),
});
const resources = list(wanted, required);
const hasWindows = flag({ default: false });

/** platform-api §4 #5. */
export const reservationPriceBody: Field = object({
  period,
  resources,
  client_id: integer(nullable),
  has_windows: hasWindows,
});

/** platform-api §4 #6. */
export const reservationBody: Field = object({
  name: text(required),
  period,
  region_id: integer(required),
  resources,
  has_windows: hasWindows,
});

const sixPrices: Fields = each(
  ["commit", "overcommit"].flatMap((kind) => ["per_month", "per_unit", "total"].map((of) => `${kind}_price_${of}`)),
  decimal,
);
const amountPrices = object({ ...sixPrices, currency_code: text({ sample: "EUR" }) });

/** platform-api §2.6. */
export const reservationRecord: Field = object({
  id: integer(),
  name: text(),
  region_id: integer(),
  region_name: text(),
  status: text({ seen: ["CREATED", "ACTIVATED", "APPROVED", "REJECTED"] }),
  user_status: text({ seen: ["CREATED", "ACTIVATED"] }),
  next_statuses: list(text({ seen: ["APPROVED", "REJECTED"] })),
  ...each(["active_from", "active_to"], day),
  created_at: timestamp(),
  activity_period: text({ sample: "month" }),
  activity_period_length: integer(),
  amount_prices: amountPrices,
  billing_plan_id: integer(),
  error: text(nullable),
  eta: day(nullable),
  is_expiration_message_visible: flag(),
  remind_expiration_message: day(nullable),
  resources: list(
    object({
      ...each(["resource_name", "resource_type", "cpu", "disk", "ram", "unit_name"], text),
      resource_count: integer(),
      ...each(["unit_size_month", "unit_size_total"], decimal),
      activity_period: text({ sample: "month" }),
      ...each(["activity_period_length", "billing_plan_item_id", "overcommit_billing_plan_item_id"], integer),
      ...sixPrices,
    }),
  ),
});

/** platform-api §2.6, last paragraph. One of its samples has the status in capitals. */
export const reservationPrice: Field = object({
  activity_period: text({ required: true, values: ["year", "month", "day"] }),
  activity_period_length: integer(),
  amount_prices: amountPrices,
  price_status: text({ values: priceStatuses, anyCase: true }),
  region_id: integer(),
  region_name: text(),
  resources: list(
    object({
      ...each(["resource_name", "unit_name"], text),
      ...each(["unit_size_month", "unit_size_total"], number),
      activity_period: text({ sample: "month" }),
      activity_period_length: integer(),
      ...sixPrices,
    }),
  ),
});
