// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./cdn/access.ts";
export type * from "./cdn/arguments.ts";
export type * from "./cdn/caching.ts";
export type * from "./cdn/content.ts";
export type * from "./cdn/headers.ts";
export type * from "./cdn/options.ts";
export type * from "./cdn/origin.ts";
export type * from "./cdn/routing.ts";
export type * from "./cdn/rule-set.ts";
export type * from "./cdn/rule-template.ts";
