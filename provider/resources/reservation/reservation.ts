import type * as pulumi from "@pulumi/pulumi";
import { CloudResource, numericId, type ResourceKind, tokenOf } from "../../engine/index.ts";
import { reservationDefinition } from "./definition.ts";
import type { AmountPrices, ReservationArgs, ReservationInputs, ReservedResource } from "./inputs.ts";
import type { Quote } from "./quote.ts";

export type { AmountPrices, ReservationArgs, ReservedResource } from "./inputs.ts";
export type { KnownQuote, Quote, UnknownQuote } from "./quote.ts";

const kind: ResourceKind = {
  ...reservationDefinition,
  // Without `allowReplacement` nothing is cancelled, so that a forced replacement stops at the purchase.
  deletesBeforeReplace: (args) => "allowReplacement" in args && args.allowReplacement === true,
  outputs: [
    ...["regionId", "hasWindows", "confirmCommitment", "allowReplacement", "allowDuplicate", "onDelete", "quote"],
    ...["reservationId", "regionName", "status", "userStatus", "nextStatuses", "activeFrom", "activeTo", "createdAt"],
    ...["activityPeriod", "activityPeriodLength", "amountPrices", "reservedResources", "billingPlanId", "error", "eta"],
    ...["isExpirationMessageVisible", "remindExpirationMessage"],
  ],
};

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

  /** Name of the reservation. */
  declare readonly name: pulumi.Output<string>;
  /** Region of the resources. */
  declare readonly regionId: pulumi.Output<number>;
  /** Length of the commitment. */
  declare readonly period: pulumi.Output<ReservationInputs["period"]>;
  /** What is reserved, as it was asked for. */
  declare readonly resources: pulumi.Output<ReservationInputs["resources"]>;
  /** Whether the servers run Windows. */
  declare readonly hasWindows: pulumi.Output<boolean>;
  /** Total that was agreed to. */
  declare readonly confirmCommitment: pulumi.Output<string | undefined>;
  /** Whether a change may replace it. */
  declare readonly allowReplacement: pulumi.Output<boolean | undefined>;
  /** Whether it was bought although one of the same content had not ended. */
  declare readonly allowDuplicate: pulumi.Output<boolean | undefined>;
  /** What happens when it is deleted and cannot be cancelled. */
  declare readonly onDelete: pulumi.Output<"abandon" | undefined>;
  /** Its price, as the platform quoted it before the purchase; absent when it was adopted. Known at preview. */
  declare readonly quote: pulumi.Output<Quote | undefined>;
  /** Id of the reservation as a number. Read-only. */
  declare readonly reservationId: pulumi.Output<number>;
  /** Name of the region. Read-only. */
  declare readonly regionName: pulumi.Output<string | undefined>;
  /** State: `CREATED`, `APPROVED`, `REJECTED`, `ACTIVATED` and others. Changes on the platform. Read-only. */
  declare readonly status: pulumi.Output<string>;
  /** State as customers see it. Read-only. */
  declare readonly userStatus: pulumi.Output<string | undefined>;
  /** States that may follow. Read-only. */
  declare readonly nextStatuses: pulumi.Output<string[]>;
  /** First day of the active period. Read-only. */
  declare readonly activeFrom: pulumi.Output<string | undefined>;
  /** Last day of the active period. Read-only. */
  declare readonly activeTo: pulumi.Output<string | undefined>;
  /** When it was created; may lack a zone, which means UTC. Read-only. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Billing period: `year`, `month` or `day`. Read-only. */
  declare readonly activityPeriod: pulumi.Output<string | undefined>;
  /** Length of the whole reservation in billing periods. Read-only. */
  declare readonly activityPeriodLength: pulumi.Output<number | undefined>;
  /** Prices of the whole reservation, decimal text. Read-only. */
  declare readonly amountPrices: pulumi.Output<AmountPrices | undefined>;
  /** What is reserved as the platform lists it, with its prices. Read-only. */
  declare readonly reservedResources: pulumi.Output<ReservedResource[]>;
  /** Billing plan. Read-only. */
  declare readonly billingPlanId: pulumi.Output<number | undefined>;
  /** What went wrong with the reservation. Read-only. */
  declare readonly error: pulumi.Output<string | undefined>;
  /** Day of delivery when the hardware is out of stock; absent: in stock. Read-only. */
  declare readonly eta: pulumi.Output<string | undefined>;
  /** Whether the message on expiry is shown. Read-only. */
  declare readonly isExpirationMessageVisible: pulumi.Output<boolean | undefined>;
  /** Day from which the end date is shown to the customer. Read-only. */
  declare readonly remindExpirationMessage: pulumi.Output<string | undefined>;

  constructor(name: string, args: pulumi.Input<ReservationArgs>, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
    // The engine drops outputs while it previews an update; the id never changes, so this output is known.
    this.reservationId = numericId(this.id, this.reservationId);
  }

  /** Reads a reservation that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Reservation {
    return new Reservation(name, {} as ReservationArgs, { ...options, id });
  }

  /** Whether a value is a reservation. */
  static override isInstance(value: unknown): value is Reservation {
    return value instanceof CloudResource && "__pulumiType" in value && value.__pulumiType === tokenOf(kind);
  }
}
