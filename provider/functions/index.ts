/**
 * Lookups without Pulumi: for scripts, with `createClient` of `@cloudplatform/pulumi/client`. Inside a Pulumi program
 * take them from `@cloudplatform/pulumi`, where they ask with the stack's configuration.
 */
export * as cdn from "./cdn.ts";
export * as edge from "./edge.ts";
export * as gpu from "./gpu.ts";
export * as kubernetes from "./kubernetes.ts";
export type { ListWalk, Lookup, LookupOptions } from "./lookup.ts";
export type { PageProgress } from "./paging.ts";
export * as pricing from "./pricing.ts";
export * as quotas from "./quotas.ts";
export * as reservations from "./reservations.ts";
export * as storage from "./storage.ts";
export * as streaming from "./streaming.ts";
