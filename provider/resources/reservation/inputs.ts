import type { StateOf } from "../../engine/handler/handler.ts";
import { immutableInputs, replacingInputs } from "../../schema/replacing.ts";
import type { AmountPrices } from "../../types/pricing.ts";
import type { ReservationInputs, ReservationOutputs, ReservedResource } from "../../types/reservations.ts";
import { unknownValue } from "../../values/unknown.ts";
import { reservationDefinition } from "./definition.ts";
import type { Quote } from "./quote.ts";

export type { AmountPrices, ReservationInputs, ReservedResource };

/** Inputs as `check` returns them, with the quote. */
export interface QuotedInputs extends ReservationInputs {
  quote?: Quote;
}

export type ReservationState = StateOf<QuotedInputs, ReservationOutputs>;

/** Inputs whose change means another reservation. */
export const immutableFields = immutableInputs(reservationDefinition.schema) as BoughtField[];

export type BoughtField = "name" | "regionId" | "period" | "resources" | "hasWindows";

/** With the region, which `check` has filled in from the settings. */
type BoughtInputs = Pick<ReservationInputs, BoughtField> & { regionId: number };

/** Returns the inputs whose change needs another purchase, or may need one. */
export function changesOf(declared: ReservationInputs, inputs: ReservationInputs): BoughtField[] {
  return replacingInputs(reservationDefinition.schema, { declared, inputs }) as BoughtField[];
}

/** Returns the inputs that are sent, without the provider inputs. */
export function boughtOf(inputs: ReservationInputs): BoughtInputs {
  return Object.fromEntries(immutableFields.map((name) => [name, inputs[name]])) as unknown as BoughtInputs;
}

/** Whether a preview does not know a value, or a part of it, yet. */
export function holdsUnknown(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(unknownValue);
}
