export type { ClusterPool } from "../../../resources/cluster/definition.ts";
export type { ClusterArgs } from "../resources/cluster.ts";
export { Cluster } from "../resources/cluster.ts";
export * from "./functions/kubernetes.ts";
