export { type AmountPrices, type Quote, Reservation, type ReservationArgs } from "../resources/reservation.ts";
export * from "./functions/reservations.ts";
