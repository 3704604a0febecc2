// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./reservations/arguments.ts";
export type * from "./reservations/flavor.ts";
export type * from "./reservations/quote.ts";
export type * from "./reservations/reservation.ts";
