import { type CompanionEntry, companion, same } from "./entry.ts";

const six = ["commit", "overcommit"].flatMap((kind) =>
  ["per_month", "per_unit", "total"].map((of) => `${kind}_price_${of}`),
);
const decimals = [
  ...six.map((price) => `amount_prices.${price}`),
  ...six.map((price) => `resources[].${price}`),
  ...["resources[].unit_size_month", "resources[].unit_size_total"],
];
const resource = ["resource_name", "resource_type", "resource_value"].map((field) => `resources[].${field}`);

/** Rules that apply to price requests and reservation requests alike. */
const requests = ["#5 body.", "#6 body."].flatMap((prefix) => [
  ...companion("ours", "a resource without it is none", prefix, same(resource, { required: true })),
  ...companion("companion §4.2", "the enumeration is closed", prefix, {
    "resources[].resource_type": { values: ["flavor"] },
  }),
  ...companion("companion §4.2", "a bound is stated", prefix, { "resources[].resource_value": { min: 1, max: 100 } }),
  ...companion("ours", "a reservation of nothing is a slip", prefix, { resources: { min: 1 } }),
  ...companion("ours", "an empty text says nothing here, and is a slip", prefix, {
    "resources[].resource_name": { min: 1 },
  }),
]);

export const reservationsCompanion: readonly CompanionEntry[] = [
  ...requests,
  ...companion("ours", "an empty text says nothing here, and is a slip", "#6 body.", { name: { min: 1 } }),
  ...companion("ours", "a response without it is none", "#6 response.", {
    id: { required: true, min: 1 },
    ...same(["name", "region_id", "status"], { required: true }),
  }),
  ...companion("ours", "a response without it is none", "#5 response.", { price_status: { required: true } }),
  ...["#5 response.", "#6 response."].flatMap((prefix) =>
    companion(
      "companion §4.3",
      "answers carry decimals as text and as numbers",
      prefix,
      same(decimals, { type: ["string", "number"] }),
    ),
  ),
];
