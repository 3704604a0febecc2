// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./gpu/arguments.ts";
export type * from "./gpu/cluster.ts";
export type * from "./gpu/server.ts";
