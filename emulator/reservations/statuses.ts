import type { ReservationRecord, reservationStatuses } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { activePeriod } from "./reservation.ts";

export type ReservationStatus = (typeof reservationStatuses)[number];

/**
 * Which status may follow which. The contract names only the first step (platform-api §3.2); the rest is the order in
 * which the companion facts list the statuses (§4.2).
 */
const following: Record<ReservationStatus, readonly ReservationStatus[]> = {
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

/** How long the platform's staff takes over each step; a reservation can stay `CREATED` for long (companion §4.3). */
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
  return following[status];
}

/** The statuses on the way to another one, the last included; undefined: it cannot be reached. */
export function pathTo(from: ReservationStatus, to: ReservationStatus): ReservationStatus[] | undefined {
  for (const next of following[from]) {
    const rest = next === to ? [] : pathTo(next, to);
    if (rest !== undefined) return [next, ...rest];
  }
  return undefined;
}

/** Puts a reservation into a status, and sets the clock for the one that follows by itself. */
export function enterStatus(
  { store, timers }: Platform,
  reservation: ReservationRecord,
  status: ReservationStatus,
  at: number,
): ReservationRecord {
  const months = reservation.activity_period_length ?? 0;
  const entered: ReservationRecord = {
    ...reservation,
    status,
    user_status: userStatuses[status] ?? status,
    next_statuses: [...following[status]],
    ...(status === "ACTIVATED" && activePeriod(at, months)),
    ...(status === "EXPIRED" && { is_expiration_message_visible: true }),
  };
  store.reservations.put(entered.id, entered);
  const next = following[status][0];
  const due = status === "ACTIVATED" ? Date.parse(String(entered.active_to)) : at + (stepMs[status] ?? Number.NaN);
  if (next !== undefined && Number.isFinite(due)) timers.set(due, `reservation.${status}`, String(entered.id));
  return entered;
}

/** Reservations move by themselves while nobody moves them by hand, and expire at the end of their period. */
export function registerReservationTimers(platform: Platform): void {
  for (const [status, [next]] of Object.entries(following))
    platform.timers.on(`reservation.${status}`, (id, at) => {
      const reservation = platform.store.reservations.get(id);
      if (reservation?.status === status && next !== undefined) enterStatus(platform, reservation, next, at);
    });
}
