import { z } from "zod";
import { id, pageOf, timestamp } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { amountPrices, commitmentPeriod, commitmentPrices, commitmentUnits } from "../pricing/commitment.ts";
import { typeNames } from "../type-names.ts";
import { reservationRequest } from "./resource.ts";

/** There is no endpoint for updates (companion §4.1). */
const immutable = { immutable: true } as const;

/** Body of create. platform-api §4 #6. */
export const reservationBody = z
  .object({
    name: z.string().min(1).register(fieldMetadata, immutable).describe("Name of the reservation."),
    region_id: id.describe("Region of the resources.").register(fieldMetadata, immutable),
    period: reservationRequest.period.register(fieldMetadata, immutable),
    resources: reservationRequest.resources.register(fieldMetadata, { unordered: true, ...immutable }),
    has_windows: reservationRequest.has_windows.register(fieldMetadata, { writeOnly: true, ...immutable }),
  })
  .register(typeNames, {
    token: "reservations/reservation:ReservationInputs",
    description: "Inputs of a reservation of resources for 12 or 36 months.",
    source: "platform-api §2.6, §4 #6; companion §4.2",
  });

/** States by which a list can be filtered. companion §4.2. */
export const reservationStatuses = [
  "CREATED",
  "APPROVED",
  "RESERVED",
  "WAITING_FOR_PAYMENT",
  "ACTIVATED",
  "EXPIRED",
  "REJECTED",
  "COPIED",
] as const;

/** A resource of a reservation as the platform returns it: its value is returned as a count. companion §4.3. */
const reserved = z
  .looseObject({
    resource_name: z.string().nullish().describe("Billing name: the requested name with a suffix such as `_min`."),
    resource_type: z.string().nullish().describe("Kind of resource."),
    resource_count: z.int().nullish().describe("Number of reserved units."),
    cpu: z.string().nullish().describe("Description of the processors."),
    disk: z.string().nullish().describe("Description of the disks."),
    ram: z.string().nullish().describe("Description of the memory."),
    ...commitmentUnits,
    ...commitmentPeriod,
    billing_plan_item_id: z.int().nullish().describe("Item of the billing plan."),
    overcommit_billing_plan_item_id: z
      .int()
      .nullish()
      .describe("Item of the billing plan for usage beyond the reservation."),
    ...commitmentPrices,
  })
  .register(typeNames, {
    token: "reservations/reservation:ReservedResource",
    description: "A resource of a reservation as the platform returns it, with its prices.",
  });

/** A reservation as the platform returns it. platform-api §2.6. */
export const reservation = z
  .looseObject({
    id: id.describe("Reservation id."),
    name: z.string().describe("Name of the reservation."),
    region_id: z.int().describe("Region of the resources."),
    region_name: z.string().nullish().describe("Name of the region."),
    status: z.string().describe("State, such as `CREATED`, `APPROVED`, `REJECTED`, `ACTIVATED`."),
    user_status: z.string().nullish().describe("State shown to customers."),
    next_statuses: z.array(z.string()).nullish().describe("Possible next states."),
    active_from: timestamp.nullish().describe("First day of the active period."),
    active_to: timestamp.nullish().describe("Last day of the active period."),
    created_at: timestamp.nullish().describe("When it was created; may lack a time zone."),
    ...commitmentPeriod,
    amount_prices: amountPrices.nullish().describe("Prices of the whole reservation."),
    billing_plan_id: z.int().nullish().describe("Billing plan."),
    error: z.string().nullish().describe("Error message, if one occurred. null: none."),
    eta: timestamp.nullish().describe("Estimated delivery date when bare metal is out of stock. null: in stock."),
    is_expiration_message_visible: z.boolean().nullish().describe("Whether the expiration message is shown."),
    remind_expiration_message: timestamp.nullish().describe("Day from which the end date is shown to the customer."),
    resources: z.array(reserved).nullish().describe("Reserved resources with their prices."),
  })
  .register(typeNames, {
    token: "reservations/reservation:ReservationResult",
    description: "A reservation as the platform returns it.",
    source: "platform-api §2.6; companion §4.3",
  });

export const reservationList = pageOf(reservation).register(typeNames, {
  token: "reservations/reservation:GetReservationsResult",
  description: "Reservations of a client.",
  source: "companion §4.1",
});

export type ReservationBody = z.input<typeof reservationBody>;
export type ReservationRecord = z.output<typeof reservation>;
