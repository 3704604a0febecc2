import { z } from "zod";
import { reservationBody } from "../../api/index.ts";
import type { Args } from "../../engine/index.ts";
import { unknownValue } from "../../engine/unknowns.ts";
import type { AmountPrices } from "../../types/pricing.ts";
import type { ReservationInputs, ReservedResource } from "../../types/reservations.ts";
import { parseCommitment } from "./commitment.ts";
import type { Quote } from "./quote.ts";

export type { AmountPrices, ReservationInputs, ReservedResource };

export const noun = "reservation";

/** Consents to a price that the platform does not say. */
export const unknownPrice = "unknown";

/** Inputs that steer us; the platform never sees them, and a change of them sends nothing. */
export const reservationProviderInputs = z.object({
  confirm_commitment: z
    .string()
    .refine((text) => text === unknownPrice || parseCommitment(text) !== undefined, {
      error: 'must be the total and its currency, such as "12000.00 EUR"; or "unknown"',
    })
    .optional()
    .describe(
      'Total that is agreed to, such as "12000.00 EUR". A quote that differs fails the check. `unknown`: it is bought although the platform does not say what it costs.',
    ),
  allow_replacement: z
    .boolean()
    .optional()
    .describe("Lets a change replace the reservation: it is cancelled, and another one is bought."),
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Buys it although a reservation of the same name, region, period and resources has not ended."),
  on_delete: z
    .enum(["abandon"])
    .optional()
    .describe("`abandon`: a reservation that can no longer be cancelled leaves the stack and stays on the platform."),
});

/** Inputs as `check` returns them: with the quote of what they cost. */
export interface QuotedInputs extends ReservationInputs {
  quote?: Quote;
}

/** Arguments of a reservation. */
export type ReservationArgs = Args<ReservationInputs>;

/** Outputs of a reservation: the inputs, and what the platform adds. */
export interface ReservationState extends QuotedInputs {
  reservationId: number;
  regionName?: string;
  status: string;
  userStatus?: string;
  nextStatuses: string[];
  activeFrom?: string;
  activeTo?: string;
  createdAt?: string;
  activityPeriod?: string;
  activityPeriodLength?: number;
  amountPrices?: AmountPrices;
  reservedResources: ReservedResource[];
  billingPlanId?: number;
  error?: string;
  eta?: string;
  isExpirationMessageVisible?: boolean;
  remindExpirationMessage?: string;
}

/** What is bought: another value of one of these is another reservation (companion §4.1: there is no update route). */
export const boughtFields = ["name", "regionId", "period", "resources", "hasWindows"] as const;

/** What the seam needs to know of the inputs. */
export const form = {
  schema: reservationBody,
  providerInputs: reservationProviderInputs,
  computedInputs: ["quote"],
};

/** What is bought, without what steers us. */
export function boughtOf(inputs: ReservationInputs): ReservationInputs {
  return Object.fromEntries(boughtFields.map((name) => [name, inputs[name]])) as unknown as ReservationInputs;
}

/** Whether a value, or something below it, is not known yet in a preview. */
export function holdsUnknown(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(unknownValue);
}
