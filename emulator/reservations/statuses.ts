import type { ReservationRecord, reservationStatuses } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { activePeriod } from "./reservation.ts";

type ReservationStatus = (typeof reservationStatuses)[number];

/**
 * Allowed status transitions. The contract specifies only the first one (platform-api §3.2); the others follow the order of the
 * statuses in the companion facts (§4.2).
 */
const transitions: Record<ReservationStatus, readonly ReservationStatus[]> = {
  CREATED: ["APPROVED", "REJECTED"],
  APPROVED: ["RESERVED", "REJECTED"],
  RESERVED: ["WAITING_FOR_PAYMENT"],
  WAITING_FOR_PAYMENT: ["ACTIVATED", "REJECTED"],
  ACTIVATED: ["EXPIRED"],
  EXPIRED: ["COPIED"],
  REJECTED: [],
  COPIED: [],
};

const dayMs = 24 * 3600 * 1000;

/** Time that the platform's staff takes for each step; a reservation can stay `CREATED` for long (companion §4.3). */
const stepMs: Partial<Record<ReservationStatus, number>> = {
  CREATED: 2 * dayMs,
  APPROVED: dayMs,
  RESERVED: dayMs,
  WAITING_FOR_PAYMENT: dayMs,
};

const userStatuses: Partial<Record<ReservationStatus, string>> = {
  APPROVED: "IN_PROGRESS",
  RESERVED: "IN_PROGRESS",
  WAITING_FOR_PAYMENT: "IN_PROGRESS",
};

export function nextStatuses(status: ReservationStatus): readonly ReservationStatus[] {
  return transitions[status];
}

/** The statuses from one status to another, including the target; undefined if it is not reachable. */
export function transitionsTo(from: ReservationStatus, to: ReservationStatus): ReservationStatus[] | undefined {
  for (const next of transitions[from]) {
    const rest = next === to ? [] : transitionsTo(next, to);
    if (rest !== undefined) return [next, ...rest];
  }
  return undefined;
}

/** Sets the status of a reservation, and schedules the next transition. */
export function enterStatus(
  { clock, store, timers }: Platform,
  reservation: ReservationRecord,
  status: ReservationStatus,
): ReservationRecord {
  const at = clock.now();
  const months = reservation.activity_period_length ?? 0;
  const entered: ReservationRecord = {
    ...reservation,
    status,
    user_status: userStatuses[status] ?? status,
    next_statuses: [...transitions[status]],
    ...(status === "ACTIVATED" && activePeriod(at, months)),
    ...(status === "EXPIRED" && { is_expiration_message_visible: true }),
  };
  store.reservations.put(entered.id, entered);
  const next = transitions[status][0];
  const due = status === "ACTIVATED" ? Date.parse(String(entered.active_to)) : at + (stepMs[status] ?? Number.NaN);
  if (next !== undefined && Number.isFinite(due)) timers.set(due, `reservation.${status}`, String(entered.id));
  return entered;
}

/** Registers the scheduled transitions, including the expiration at the end of the period. */
export function registerReservationTimers(platform: Platform): void {
  for (const [status, [next]] of Object.entries(transitions))
    platform.timers.on(`reservation.${status}`, (id) => {
      const reservation = platform.store.reservations.get(id);
      if (reservation?.status === status && next !== undefined) enterStatus(platform, reservation, next);
    });
}
