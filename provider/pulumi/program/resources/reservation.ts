import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { reservationDefinition } from "../../../resources/reservation/definition.ts";
import type { ReservationInputs } from "../../../resources/reservation/inputs.ts";
import type { ReservationOutputs } from "../../../types/reservations.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

export type { AmountPrices } from "../../../resources/reservation/inputs.ts";
export type { Quote } from "../../../resources/reservation/quote.ts";

/** Arguments of a reservation. */
export type ReservationArgs = Args<ReservationInputs>;

const kind: ResourceKind = {
  ...reservationDefinition,
  // Without `allowReplacement` nothing is cancelled, so that a forced replacement stops at the purchase.
  deletesBeforeReplace: (args) => "allowReplacement" in args && args.allowReplacement === true,
};

// Its outputs, with the documentation of their schema.
export interface Reservation extends Outputs<ReservationOutputs> {}

/**
 * A reservation of resources for 12 or 36 months. **It costs money for its whole period**, used or not.
 *
 * It is bought once. One of the same name, region, period and resources that has not ended stops the purchase, unless the
 * option `import` names it or `allowDuplicate: true` asks for a second one. The request is sent once: after a failure that
 * leaves open whether it was created, the reservation is searched for and nothing more is sent in that run. Approval is not waited for; `pulumi refresh` shows where it stands.
 *
 * Nothing of it changes in place. A change of `name`, `regionId`, `period`, `resources` or `hasWindows` fails at preview,
 * because it would buy another one: declare it under a further resource name, or set `allowReplacement: true`, which
 * cancels the old one first (possible only while it is `CREATED`) and then buys. `confirmCommitment`, `allowReplacement`,
 * `allowDuplicate` and `onDelete` change in place, and nothing is sent.
 *
 * `quote`, known at preview, says what it will cost; `confirmCommitment` (required by the setting `requireConfirmation`)
 * must then be its total. A price that the platform does not say needs `confirmCommitment: "unknown"`. Deleting cancels it while it is `CREATED`; later that fails with the cost still owed, unless
 * `onDelete: "abandon"` is in state. A rejected or expired one carries no obligation: it is only removed from state.
 *
 * *Errors:* check failures at preview for each bound, each change and a price that was not confirmed; an interrupted purchase
 * of which several, or another one, were found is never guessed.
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

  /** Reads a reservation that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Reservation {
    return new Reservation(name, {} as ReservationArgs, { ...options, id });
  }

  /** Whether a value is a reservation. */
  static override isInstance(value: unknown): value is Reservation {
    return isResourceOf(value, kind);
  }
}
