/** Reservations: routes, and the timers of their status transitions. */
export { reservations as reservationRoutes } from "./routes.ts";
export { registerReservationTimers } from "./statuses.ts";
