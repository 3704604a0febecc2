// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./pricing/arguments.ts";
export type * from "./pricing/currency.ts";
export type * from "./pricing/instance.ts";
export type * from "./pricing/logging.ts";
export type * from "./pricing/reservation.ts";
