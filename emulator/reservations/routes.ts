/** Reservations: routes, and the timers of their status transitions (`statuses.ts`). */
import { type EndpointOf, isVirtualFlavor, type ReservationRecord } from "@cloudplatform/pulumi/api";
import { textOrder } from "@cloudplatform/pulumi/values";
import type { Platform } from "../platform.ts";
import { monthsOf } from "../pricing/commitment.ts";
import { conflictAs, notFound } from "../server/errors.ts";
import type { Call, HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";
import { newReservation } from "./reservation.ts";
import { enterStatus } from "./statuses.ts";

type Query = Call<EndpointOf<"reservations.list">>["query"];

/** Reservations. platform-api §2.6, §3.2, §4 #6, companion §4. */
export const reservations: HandlersOf<"reservations"> = {
  "reservations.create": ({ body }, platform) => {
    const id = platform.store.reservations.nextId();
    platform.visibility.created("reservations", id);
    return enterStatus(platform, newReservation(platform, id, body), "CREATED");
  },

  "reservations.list": ({ query }, { store, visibility }) => {
    const found = store.reservations
      .all()
      .filter((reservation) => visibility.sees("reservations", reservation.id) && matches(reservation, query));
    return toPage(sorted(found, query.order_by), query);
  },

  "reservations.get": ({ params }, platform) => {
    const reservation = find(platform, params.reservation_id);
    if (!platform.visibility.sees("reservations", reservation.id)) throw notFound(`Reservation ${reservation.id}`);
    return reservation;
  },

  // Only a CREATED reservation can be cancelled (companion §4.3); any other status is a conflict (open points).
  "reservations.delete": ({ params }, platform) => {
    const { id, status } = find(platform, params.reservation_id);
    if (status !== "CREATED")
      throw conflictAs(
        platform.behaviors.values.reservationRefusal,
        `Reservation ${id} is ${status}; only one that is CREATED can be cancelled.`,
      );
    platform.store.reservations.delete(id);
  },

  // Servers are not counted: a flavor in stock always has enough for another reservation (companion §4.1).
  "reservations.flavors": (_, { store }) => {
    const results = store.flavors
      .all()
      .filter(({ flavor_id }) => !isVirtualFlavor(flavor_id))
      .map(({ flavor_id, vcpus, ram, in_stock }) => ({
        flavor_id,
        flavor_name: flavor_id,
        available_count: in_stock ? reservable : 0,
        activity_period: "month",
        activity_period_length: Object.values(monthsOf),
        os_type: "linux",
        vcpus,
        ram,
        resource_class: "baremetal",
      }));
    return { count: results.length, results };
  },
};

/** Maximum number of servers in one reservation (companion §4.2). */
const reservable = 100;

function find({ store }: Platform, id: number): ReservationRecord {
  const reservation = store.reservations.get(id);
  if (reservation === undefined) throw notFound(`Reservation ${id}`);
  return reservation;
}

function matches(reservation: ReservationRecord, query: Query): boolean {
  const { active_from: from, active_to: to } = reservation;
  // The platform returns the creation time without a zone, which means UTC (open points).
  const createdAt = Date.parse(`${reservation.created_at}Z`);
  return (
    (query.region_id === undefined || reservation.region_id === query.region_id) &&
    (query.status === undefined || query.status.some((status) => status === reservation.status)) &&
    (query.metric_name === undefined ||
      (reservation.resources ?? []).some((each) => each.resource_name === query.metric_name)) &&
    (query.created_from === undefined || createdAt >= Date.parse(query.created_from)) &&
    (query.created_to === undefined || createdAt < Date.parse(query.created_to)) &&
    within(from, query.activated_from, query.activated_to) &&
    within(to, query.deactivated_from, query.deactivated_to)
  );
}

/** Days are compared as text. */
function within(day: string | null | undefined, from: string | undefined, to: string | undefined): boolean {
  return (from === undefined || String(day) >= from) && (to === undefined || String(day) <= to);
}

function sorted(found: ReservationRecord[], order: Query["order_by"]): ReservationRecord[] {
  const descending = order.endsWith(".desc");
  const field = order.startsWith("active_from")
    ? "active_from"
    : order.startsWith("active_to")
      ? "active_to"
      : "created_at";
  const ascending = found.toSorted((a, b) => textOrder(String(a[field]), String(b[field])) || a.id - b.id);
  return descending ? ascending.reverse() : ascending;
}
