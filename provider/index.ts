/** Pulumi resources and functions for the cloud platform, one namespace per area. */
export * as cdn from "./pulumi/program/areas/cdn.ts";
export * as edge from "./pulumi/program/areas/edge.ts";
export * as gpu from "./pulumi/program/areas/functions/gpu.ts";
export * as pricing from "./pulumi/program/areas/functions/pricing.ts";
export * as storage from "./pulumi/program/areas/functions/storage.ts";
export * as streaming from "./pulumi/program/areas/functions/streaming.ts";
export * as kubernetes from "./pulumi/program/areas/kubernetes.ts";
export * as quotas from "./pulumi/program/areas/quotas.ts";
export * as reservations from "./pulumi/program/areas/reservations.ts";
export { Provider, type ProviderArgs } from "./pulumi/program/provider.ts";
