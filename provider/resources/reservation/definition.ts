import { z } from "zod";
import { reservation, reservationBody } from "../../api/index.ts";
import { typeNames } from "../../api/type-names.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import { parseCommitment } from "./commitment.ts";

/** Consents to a price that the platform does not state. */
export const unknownPrice = "unknown";

/** A change of these inputs sends nothing. */
const providerInputs = z.object({
  confirm_commitment: z
    .string()
    .refine((text) => text === unknownPrice || parseCommitment(text) !== undefined, {
      error: 'must be the total and its currency, such as "12000.00 EUR"; or "unknown"',
    })
    .optional()
    .describe(
      'Total that you agree to, such as "12000.00 EUR". If the quote differs, the check fails. `unknown`: buys it even if the platform returns no price.',
    ),
  allow_replacement: z
    .boolean()
    .optional()
    .describe("Allows a change to replace the reservation: the old one is cancelled and another one is bought."),
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Buys the reservation even if an identical one (name, region, period and resources) has not ended."),
  on_delete: z
    .enum(["abandon"])
    .optional()
    .describe(
      "`abandon`: a delete removes a reservation that can no longer be cancelled from the stack and leaves it on the platform.",
    ),
});

const quotedAt = z
  .string()
  .optional()
  .describe("When the reservation was bought at this price (RFC 3339). Output only.");

const knownQuote = z
  .object({
    known: z.literal(true).describe("The platform returned a price."),
    total: z.string().describe("Price of the whole period, decimal text."),
    per_month: z.string().optional().describe("Price of a month, decimal text."),
    currency: z.string().describe("ISO 4217."),
    quoted_at: quotedAt,
    price_status: z.string().describe("`show`."),
  })
  .register(typeNames, { token: "reservations/quote:KnownQuote", description: "A price that the platform returned." });

const unknownQuote = z
  .object({
    known: z.literal(false).describe("The platform returned no price."),
    reason: z.string().describe("Why the price is unknown."),
    quoted_at: quotedAt,
    price_status: z.string().optional().describe("`hide` or `error`, if the platform responded."),
  })
  .register(typeNames, { token: "reservations/quote:UnknownQuote", description: "An unknown price." });

const live = reservation.shape;

const outputs = z.object({
  quote: z
    .union([knownQuote, unknownQuote])
    .optional()
    .describe(
      "Price that the platform quoted before the purchase, known at preview. Omitted for an imported reservation.",
    ),
  reservation_id: z.int().describe("Id of the reservation as a number."),
  region_name: live.region_name,
  status: live.status,
  user_status: live.user_status,
  next_statuses: z.array(z.string()).describe("Possible next states."),
  active_from: live.active_from,
  active_to: live.active_to,
  created_at: live.created_at,
  activity_period: live.activity_period,
  activity_period_length: live.activity_period_length,
  amount_prices: live.amount_prices,
  reserved_resources: live.resources
    .unwrap()
    .unwrap()
    .describe("Reserved resources as the platform lists them, with their prices."),
  billing_plan_id: live.billing_plan_id,
  error: live.error,
  eta: live.eta,
  is_expiration_message_visible: live.is_expiration_message_visible,
  remind_expiration_message: live.remind_expiration_message,
});

/** What a reservation is. platform-api §2.6. */
export const reservationDefinition = {
  area: "reservations",
  type: "Reservation",
  noun: "reservation",
  schema: reservationBody,
  providerInputs,
  outputs,
  numericId: "reservationId",
  computedInputs: ["quote"],
  fromSettings: ["regionId"],
  identifyingInputs: ["period", "resources", "regionId"],
  identity: { inputs: ["name", "period", "regionId", "resources"] },
  // Nothing is bought twice by accident.
  replacement: "refused; replaces with `allowReplacement`",
  // The inputs that change in place are the provider's own.
  losses: undefined,
  // Only a reservation that is not approved yet can be cancelled (companion §4.1).
  deletionLosses: ({ outputs }) =>
    String(outputs?.status).toUpperCase() === "CREATED"
      ? ["the reservation: it is cancelled, and nothing is owed"]
      : [],
  adoption: {
    word: "reservation",
    importId: { form: "number of the reservation", example: "12" },
    assumed: { hasWindows: false },
  },
} as const satisfies ResourceDefinition;
