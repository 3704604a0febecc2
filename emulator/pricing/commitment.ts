import type { reservationPriceBody } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { isShown, type Price, type PriceBook, sum, times } from "./price-book.ts";

type Requested = Pick<z.output<typeof reservationPriceBody>, "period" | "resources" | "has_windows">;
type Resource = Requested["resources"][number];

/** The amounts of a commitment as decimal text. platform-api §2.6. */
interface CommitmentAmounts {
  commit_price_per_unit: string;
  commit_price_per_month: string;
  commit_price_total: string;
  overcommit_price_per_unit: string;
  overcommit_price_per_month: string;
  overcommit_price_total: string;
}

export interface PricedResource {
  resource: Resource;
  /** null when the price is unknown or hidden. */
  amounts: CommitmentAmounts | null;
}

/** The price of a reservation, by resource and in total. */
export interface Commitment {
  status: Price["status"];
  months: number;
  hoursPerMonth: number;
  total: CommitmentAmounts | null;
  resources: PricedResource[];
}

export const monthsOf = { MONTHS12: 12, MONTHS36: 36 } as const;

/** Billing name of a resource, which has a suffix (companion §4.3). */
export function billingName(resource: Resource): string {
  return `${resource.resource_name}_min`;
}

export function commitmentOf(book: PriceBook, { period, resources, has_windows }: Requested): Commitment {
  const months = monthsOf[period];
  const discount = book.list.commitment_discount_percent[period];
  const units = resources.map((resource) => ({ resource, unit: book.machine(resource.resource_name, has_windows) }));
  const all = sum(units.map(({ resource, unit }) => times(unit, resource.resource_value)));
  const amounts = (unit: Price, count: number) =>
    isShown(unit) ? amountsOf(book, unit, count, months, discount) : null;
  return {
    status: all.status,
    months,
    hoursPerMonth: book.list.hours_per_month,
    total: amounts(all, 1),
    resources: units.map(({ resource, unit }) => ({ resource, amounts: amounts(unit, resource.resource_value) })),
  };
}

/** The discount applies only to reserved usage, not to usage above it. A total is the rounded monthly amount times the months. */
function amountsOf(book: PriceBook, unit: Price, count: number, months: number, discount: number): CommitmentAmounts {
  const committed = unit.perHour * (1 - discount / 100);
  const month = book.monthly(committed * count);
  const overMonth = book.monthly(unit.perHour * count);
  return {
    commit_price_per_unit: committed.toFixed(6),
    commit_price_per_month: month.toFixed(2),
    commit_price_total: (month * months).toFixed(2),
    overcommit_price_per_unit: unit.perHour.toFixed(6),
    overcommit_price_per_month: overMonth.toFixed(2),
    overcommit_price_total: (overMonth * months).toFixed(2),
  };
}
