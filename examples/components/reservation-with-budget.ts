import { reservations } from "@cloudplatform/pulumi/native";
import * as pulumi from "@pulumi/pulumi";

/** Servers of a flavor that are reserved. */
export interface ReservedServers {
  /** Flavor of bare metal, such as `bm1-hf-medium`. */
  flavor: pulumi.Input<string>;
  /** Number of servers. */
  count: pulumi.Input<number>;
}

/** Arguments of a reservation with a budget. */
export interface ReservationWithBudgetArgs {
  /** What is reserved. */
  servers: ReservedServers[];
  /** Length in months: 12 or 36. */
  months: number;
  /** Maximum total of the reservation over its whole length. */
  budget: number;
  /** Currency of the budget, such as `EUR`. */
  currency: string;
  /** Region. Default: the setting of the provider. */
  regionId?: pulumi.Input<number>;
  /** Total that you agree to, such as `12000.00 EUR`: if the price differs, the purchase fails. */
  confirmCommitment?: pulumi.Input<string>;
}

/**
 * A reservation whose preview fails if it costs more than the budget, is priced in another currency, or has no price. It is bought
 * once, and protected.
 */
export class ReservationWithBudget extends pulumi.ComponentResource {
  /** Id of the reservation. */
  readonly reservationId: pulumi.Output<number>;
  /** Total cost over its whole length, such as `12000.00 EUR`. */
  readonly total: pulumi.Output<string>;

  constructor(name: string, args: ReservationWithBudgetArgs, options?: pulumi.ComponentResourceOptions) {
    super("example-components:index:ReservationWithBudget", name, args, options);
    const { servers, months, budget, currency, regionId, confirmCommitment } = args;
    if (months !== 12 && months !== 36)
      throw new pulumi.RunError(`months of the reservation ${name} must be 12 or 36; got ${months}.`);
    const reservation = new reservations.Reservation(
      name,
      {
        ...{ name, regionId, confirmCommitment, period: months === 12 ? "MONTHS12" : "MONTHS36" },
        resources: servers.map(({ flavor, count }) => ({
          ...{ resourceName: flavor, resourceType: "flavor" as const, resourceValue: count },
        })),
      },
      { parent: this, protect: true },
    );
    this.reservationId = reservation.reservationId;
    // The price is known at preview.
    this.total = reservation.quote.apply((quote) => {
      const problem = budgetProblem(quote, budget, currency);
      if (problem !== undefined) throw new pulumi.RunError(`The reservation ${name} ${problem}`);
      return quote?.known === true ? `${quote.total} ${quote.currency}` : "adopted";
    });
    this.registerOutputs({ reservationId: this.reservationId, total: this.total });
  }
}

type Quote = pulumi.Unwrap<reservations.Reservation["quote"]>;

/** The budget applies to the purchase only. A purchased reservation has a `quotedAt`, and an adopted one has no quote. */
function budgetProblem(quote: Quote, budget: number, currency: string): string | undefined {
  if (quote === undefined || quote.quotedAt !== undefined) return undefined;
  if (!quote.known) return `has no price (${quote.reason}), and a budget of ${budget} ${currency}.`;
  if (quote.currency !== currency) return `costs ${quote.total} ${quote.currency}; its budget is in ${currency}.`;
  if (Number(quote.total) <= budget) return undefined;
  return `costs ${quote.total} ${quote.currency}, more than its budget of ${budget} ${currency}. Reserve less, or have the budget raised.`;
}
