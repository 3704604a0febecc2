import type { Handler } from "../../engine/handler/handler.ts";
import { parseNumericId } from "../../engine/lifecycle/errors.ts";
import { clock } from "../../values/index.ts";
import { cancelReservation, statusWarning } from "./cancel.ts";
import { checkReservation } from "./check.ts";
import { reservationDefinition } from "./definition.ts";
import type { QuotedInputs, ReservationState } from "./inputs.ts";
import { purchase } from "./purchase.ts";
import { readerOf } from "./remote.ts";
import { forgetListed } from "./same.ts";
import { inputsOf, stateOf } from "./state.ts";

/** Lifecycle of a reservation. */
export const reservationHandler: Handler<QuotedInputs, ReservationState> = {
  ...reservationDefinition,
  check: checkReservation,
  // Nothing is bought before the old reservation is gone: if it cannot be cancelled, the replacement stops before a second one is
  // paid for. Cancelling costs nothing, so nothing is lost if the purchase then fails.
  deleteBeforeReplace: true,

  importId: (text) => parseNumericId(text, reservationDefinition.noun),

  async create(inputs, context) {
    try {
      const made = await purchase(inputs, context);
      return { id: String(made.id), state: stateOf(made, stamped(inputs)) };
    } finally {
      readerOf(context.client).changed();
      forgetListed(context.client);
    }
  },

  async read(id, declared, context, state) {
    const live = await readerOf(context.client).get(Number(id));
    if (live === undefined) {
      if (state !== undefined)
        context.warn(
          `Reservation ${id} "${declared.name}" is gone from the platform and leaves the state. While the program declares it, the next pulumi up buys it again.`,
        );
      return undefined;
    }
    const warning = statusWarning(live);
    if (warning !== undefined) context.warn(warning);
    const inputs = inputsOf(live, declared);
    const quote = state?.quote ?? inputs.quote;
    return { id: String(live.id), inputs, state: stateOf(live, quote === undefined ? inputs : { ...inputs, quote }) };
  },

  /** Only provider inputs change in place: no request is sent. */
  async update(_id, { state, inputs }) {
    const { confirmCommitment, allowReplacement, allowDuplicate, onDelete } = inputs;
    return { ...state, confirmCommitment, allowReplacement, allowDuplicate, onDelete };
  },

  async delete(id, state, context) {
    try {
      await cancelReservation(id, state, context);
    } finally {
      readerOf(context.client).changed();
      forgetListed(context.client);
    }
  },
};

/** Adds the time of the quote to the outputs. As an input, it would differ at each check. */
function stamped(inputs: QuotedInputs): QuotedInputs {
  const { quote } = inputs;
  return quote === undefined
    ? inputs
    : { ...inputs, quote: { quotedAt: new Date(clock.now()).toISOString(), ...quote } };
}
