// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./storage/arguments.ts";
export type * from "./storage/event.ts";
