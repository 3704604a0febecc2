/** Pulumi resources and lookups for the cloud platform, one namespace an area. */
export * as cdn from "./areas/cdn.ts";
export * as edge from "./areas/edge.ts";
export * as gpu from "./areas/gpu.ts";
export * as kubernetes from "./areas/kubernetes.ts";
export * as pricing from "./areas/pricing.ts";
export * as quotas from "./areas/quotas.ts";
export * as reservations from "./areas/reservations.ts";
export * as storage from "./areas/storage.ts";
export * as streaming from "./areas/streaming.ts";
export { Provider, type ProviderArgs } from "./engine/provider.ts";
