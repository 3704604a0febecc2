// Written by `npm run generate` from the schemas in provider/api; do not edit.

export type * from "./kubernetes/arguments.ts";
export type * from "./kubernetes/authentication.ts";
export type * from "./kubernetes/cluster.ts";
export type * from "./kubernetes/flavor.ts";
export type * from "./kubernetes/kubeconfig.ts";
export type * from "./kubernetes/logging.ts";
export type * from "./kubernetes/network.ts";
export type * from "./kubernetes/pool.ts";
export type * from "./kubernetes/version.ts";
