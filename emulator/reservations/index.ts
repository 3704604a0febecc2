/** Reservations: routes, and the timers that move them from status to status. */
export { reservations as reservationRoutes } from "./routes.ts";
export { registerReservationTimers } from "./statuses.ts";
