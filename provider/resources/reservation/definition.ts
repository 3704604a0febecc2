import { z } from "zod";
import { reservationBody } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/definition.ts";
import { parseCommitment } from "./commitment.ts";

/** Consents to a price that the platform does not state. */
export const unknownPrice = "unknown";

/** A change of them sends nothing. */
const providerInputs = z.object({
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

/** What a reservation is. platform-api §2.6. */
export const reservationDefinition = {
  area: "reservations",
  type: "Reservation",
  noun: "reservation",
  schema: reservationBody,
  providerInputs,
  computedInputs: ["quote"],
  fromSettings: ["regionId"],
  identifyingInputs: ["period", "resources", "regionId"],
  // Nothing is bought twice by accident.
  replacement: "refused; replaces with `allowReplacement`",
  adoption: {
    word: "reservation",
    importId: { form: "number of the reservation", example: "12" },
    assumed: { hasWindows: false },
  },
} as const satisfies ResourceDefinition;
