// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./edge/account.ts";
export type * from "./edge/app.ts";
export type * from "./edge/app-log.ts";
export type * from "./edge/app-template.ts";
export type * from "./edge/arguments.ts";
export type * from "./edge/secret.ts";
