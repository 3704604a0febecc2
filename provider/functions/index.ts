/**
 * The functions without Pulumi, for scripts: pass a client of `createClient` from `@cloudplatform/pulumi/client`. In a Pulumi
 * program, import them from `@cloudplatform/pulumi`, where they use the stack's configuration.
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
