/** The same resources and functions as `@cloudplatform/pulumi`, served by the native provider. */
export * as gpu from "../areas/functions/gpu.ts";
export * as pricing from "../areas/functions/pricing.ts";
export * as storage from "../areas/functions/storage.ts";
export * as streaming from "../areas/functions/streaming.ts";
export type { ProviderArgs } from "../provider.ts";
export * as cdn from "./areas/cdn.ts";
export * as edge from "./areas/edge.ts";
export * as kubernetes from "./areas/kubernetes.ts";
export * as quotas from "./areas/quotas.ts";
export * as reservations from "./areas/reservations.ts";
export { Provider } from "./provider.ts";
