// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./streaming/arguments.ts";
export type * from "./streaming/stream.ts";
