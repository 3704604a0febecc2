import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { reservationDefinition } from "../../../resources/reservation/definition.ts";
import type { ReservationInputs } from "../../../resources/reservation/inputs.ts";
import type { ReservationOutputs } from "../../../types/reservations.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

export type { AmountPrices } from "../../../resources/reservation/inputs.ts";
export type { Quote } from "../../../resources/reservation/quote.ts";

/** Arguments of {@link Reservation}. */
export type ReservationArgs = Args<ReservationInputs>;

const kind: ResourceKind = {
  ...reservationDefinition,
  // Without `allowReplacement` nothing is cancelled, so a forced replacement stops at the purchase.
  deletesBeforeReplace: (args) => "allowReplacement" in args && args.allowReplacement === true,
};

// Its outputs, with the documentation of their schema.
export interface Reservation extends Outputs<ReservationOutputs> {}

/**
 * A reservation of resources for 12 or 36 months. **It costs money for its whole period**, used or not.
 *
 * A create buys the reservation once. If a reservation with the same name, region, period and resources exists and has not ended, the
 * create fails, unless the option `import` names that reservation or `allowDuplicate: true` allows another one. The request is sent
 * once: if its outcome is unknown, the provider searches for the reservation and sends no other request to buy in that run. The
 * provider does not wait for approval; `pulumi refresh` shows the status.
 *
 * The terms cannot change. A change of `name`, `regionId`, `period`, `resources` or `hasWindows` fails at preview, because it would buy
 * another reservation. Declare a second resource instead, or set `allowReplacement: true`: the provider then cancels the old
 * reservation, which must still be `CREATED`, and buys a new one. `confirmCommitment`, `allowReplacement`, `allowDuplicate` and
 * `onDelete` are updated in place without a request.
 *
 * The output `quote` has the price at preview. `confirmCommitment` (required by the setting `requireConfirmation`) must equal its
 * total, or be `"unknown"` if the platform returns no price. A delete cancels a reservation that is `CREATED`. Any later delete fails
 * and reports the cost still owed, unless `onDelete: "abandon"` is in state. A rejected or expired reservation is only removed from
 * state.
 *
 * *Errors:* check failures at preview for a value out of range, a change of terms and an unconfirmed price. If an interrupted
 * purchase has no unique match on the platform, the create stops and names the reservations that it found.
 *
 * *Source:* platform-api §2.6, §3.2, §4 #5, #6; companion §4.
 *
 * @example
 * ```ts
 * import { reservations } from "@cloudplatform/pulumi";
 *
 * export const metal = new reservations.Reservation("metal", {
 *   name: "metal-2026",
 *   period: "MONTHS12",
 *   regionId: 76,
 *   resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
 * });
 * ```
 */
export class Reservation extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(kind);

  constructor(name: string, args: pulumi.Input<ReservationArgs>, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
  }

  /** Reads an existing reservation by its id. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Reservation {
    return new Reservation(name, {} as ReservationArgs, { ...options, id });
  }

  /** Whether a value is a `Reservation`. */
  static override isInstance(value: unknown): value is Reservation {
    return isResourceOf(value, Reservation);
  }
}
