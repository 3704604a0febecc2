// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./quotas/arguments.ts";
export type * from "./quotas/notification-threshold.ts";
export type * from "./quotas/quota.ts";
