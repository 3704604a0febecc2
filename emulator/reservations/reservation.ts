import type { ReservationRecord, reservationBody } from "@cloudplatform/pulumi/api";
import { addMonths } from "@cloudplatform/pulumi/values";
import type { z } from "zod";
import type { Platform } from "../platform.ts";
import { billingName, type Commitment, commitmentOf, type PricedResource } from "../pricing/commitment.ts";
import { PriceBook } from "../pricing/price-book.ts";
import { nextStatuses } from "./statuses.ts";

const dayMs = 24 * 3600 * 1000;
/** Delivery time of bare metal that is out of stock: six weeks. */
const deliveryMs = 42 * dayMs;
/** The expiration message is shown for the last 30 days of a reservation. */
const reminderMs = 30 * dayMs;
const billingPlanId = 1001;

/** A new reservation. platform-api §2.6, companion §4. */
export function newReservation(
  platform: Platform,
  id: number,
  body: z.output<typeof reservationBody>,
): ReservationRecord {
  const book = new PriceBook(platform);
  const commitment = commitmentOf(book, body);
  const now = platform.clock.now();
  const outOfStock = body.resources.some(({ resource_name: name }) => book.flavor(name)?.in_stock === false);
  return {
    id,
    name: body.name,
    region_id: body.region_id,
    region_name: book.region(body.region_id).name,
    status: "CREATED",
    user_status: "CREATED",
    next_statuses: [...nextStatuses("CREATED")],
    ...activePeriod(now, commitment.months),
    // Without a time zone, as in the samples (companion §4.3).
    created_at: platform.clock.toIso(now).replace("Z", ""),
    activity_period: "month",
    activity_period_length: commitment.months,
    amount_prices: commitment.total && { ...commitment.total, currency_code: book.list.currency_code },
    billing_plan_id: billingPlanId,
    error: null,
    eta: outOfStock ? dayOf(now + deliveryMs) : null,
    is_expiration_message_visible: false,
    resources: commitment.resources.map((priced, index) => reserved(book, priced, commitment, index)),
  };
}

/** First and last day of a reservation, and the first day of its expiration message. */
export function activePeriod(start: number, months: number) {
  const end = addMonths(start, months);
  return {
    active_from: dayOf(start),
    active_to: dayOf(end),
    remind_expiration_message: dayOf(end - reminderMs),
  };
}

function reserved(book: PriceBook, { resource, amounts }: PricedResource, commitment: Commitment, index: number) {
  const flavor = book.flavor(resource.resource_name);
  const item = billingPlanId * 100 + 2 * index;
  return {
    resource_name: billingName(resource),
    resource_type: resource.resource_type,
    resource_count: resource.resource_value,
    cpu: flavor?.cpu_text ?? "",
    disk: flavor?.disk_text ?? "",
    ram: flavor?.ram_text ?? "",
    unit_name: "hour",
    unit_size_month: String(commitment.hoursPerMonth),
    unit_size_total: String(commitment.hoursPerMonth * commitment.months),
    activity_period: "month",
    activity_period_length: commitment.months,
    billing_plan_item_id: item,
    overcommit_billing_plan_item_id: item + 1,
    ...amounts,
  };
}

/** `2026-01-31`, the UTC date of a timestamp. */
export function dayOf(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}
