import { endpoints } from "../../api/index.ts";
import { isNotFound, type OperationClient, ResponseError } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Context } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import type { ReservationResult } from "../../types/reservations.ts";
import { counted } from "../../values/counted.ts";
import { addMonths, clock } from "../../values/index.ts";
import { timesMonths } from "./commitment.ts";
import { reservationDefinition } from "./definition.ts";
import type { ReservationState } from "./inputs.ts";
import { getReservation } from "./remote.ts";

/** Statuses of a reservation that no longer carries any obligation. */
const ended: readonly string[] = ["REJECTED", "EXPIRED"];

/**
 * Cancels a reservation while the platform allows it (companion §4.3). A reservation that has ended leaves state: there is
 * nothing to cancel or to pay. A reservation that must be paid stays, unless its program abandons it.
 */
export async function cancelReservation(id: string, state: ReservationState, context: Context): Promise<void> {
  const live = await cancel(context.client, Number(id));
  if (live === undefined) return;
  const title = `Reservation ${id} "${live.name}"`;
  if (hasEnded(live)) {
    context.warn(`${title} is ${live.status}: it leaves the stack, and stays listed on the platform. Nothing is owed.`);
    return;
  }
  if (state.onDelete === "abandon") {
    context.warn(`${title} is ${live.status} and cannot be cancelled: it leaves the stack only. ${owedText(live)}`);
    return;
  }
  throw new OperationError(
    `${operationText("Deleting", reservationDefinition.noun, context.name)} was refused: reservation ${id} is ${live.status}, and only one that is CREATED can be cancelled. ${owedText(live)} To let it leave the stack all the same, set onDelete: "abandon" and nothing else, run pulumi up, and then delete it.`,
    "CP2405",
  );
}

/** Undefined: the reservation is gone. Otherwise returns the reservation, which cannot be cancelled. */
async function cancel(client: OperationClient, id: number): Promise<ReservationResult | undefined> {
  const live = await getReservation(client, id);
  if (live === undefined || statusOf(live) !== "CREATED") return live;
  try {
    await client.call(endpoints["reservations.delete"], { params: { reservationId: id } });
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!(error instanceof ResponseError) || error.status >= 500) throw error;
    // It may have been approved in between. Which status and text say so is not documented (open points).
    const now = await getReservation(client, id);
    if (now !== undefined && statusOf(now) === "CREATED") throw error;
    return now;
  }
}

/** Says what a reservation still costs: monthly billing runs to its end, whether or not its servers are used (companion §4.3). */
export function owedText(live: ReservationResult, now = clock.now()): string {
  const length = live.activityPeriodLength ?? undefined;
  const isRunning = statusOf(live) === "ACTIVATED";
  const left = isRunning ? monthsUntil(Date.parse(live.activeTo ?? ""), now, length) : length;
  const { commitPricePerMonth: perMonth, commitPriceTotal: total, currencyCode: currency } = live.amountPrices ?? {};
  const until = typeof live.activeTo === "string" ? `It runs to ${live.activeTo}` : "Its end is not known";
  const month = perMonth ?? undefined;
  const owed =
    left === undefined ? undefined : left === length ? (total ?? undefined) : month && timesMonths(month, left);
  if (left === undefined || owed === undefined) return `${until}; what it still costs is not known.`;
  const parts = month === undefined ? "" : ` (${counted(left, "month")} of ${month} ${currency})`;
  return `${until} and still costs ${isRunning ? "up to " : ""}${owed} ${currency ?? ""}${parts}.`;
}

/** Returns the number of months that are billed until a time, including the current one. */
function monthsUntil(end: number, now: number, most = 36): number | undefined {
  if (Number.isNaN(end)) return undefined;
  for (let months = 0; months < most; months++) if (addMonths(now, months) >= end) return months;
  return most;
}

/** Returns the warning about a reservation that was read; undefined: its status is a regular one. */
export function statusWarning(live: ReservationResult): string | undefined {
  const title = `Reservation ${live.id} "${live.name}"`;
  const reason = live.error ? `: ${live.error}` : "";
  const stay = "It stays in state until it is removed from the program; a new resource name asks for another one.";
  const status = statusOf(live);
  if (status === "REJECTED") return `${title} was rejected${reason}. Nothing is delivered and nothing is owed. ${stay}`;
  if (status === "EXPIRED") return `${title} has expired (${live.activeTo ?? "on an unknown day"})${reason}. ${stay}`;
  if (reason !== "" || /FAIL|ERROR/i.test(`${status} ${live.userStatus}`))
    return `${title} has failed (${live.status})${reason}. Ask the platform's support before you buy another one. ${stay}`;
  return undefined;
}

/** Whether a reservation no longer carries any obligation. */
export function hasEnded(live: ReservationResult): boolean {
  return ended.includes(statusOf(live));
}

function statusOf(live: ReservationResult): string {
  return live.status.toUpperCase();
}
