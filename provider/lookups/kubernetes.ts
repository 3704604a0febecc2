import { z } from "zod";
import { endpoints } from "../api/index.ts";
import { allPages, type Definition } from "./definition.ts";
import { type Lookup, type LookupOptions, listWalk, lookup } from "./lookup.ts";
import type { AllPages, AnswerOf, ArgsOf, PathOf } from "./types.ts";

/** A Kubernetes cluster as the platform has it. */
export type ClusterResult = AnswerOf<"clusters.get">;

/** Names a cluster; project and region come from the settings when they are left out. */
export interface ClusterAddress extends Omit<PathOf<"clusters.get">, "clusterName"> {
  /** Name of the cluster. */
  name: string;
}

const renamed = { cluster_name: "name" };
const pages = { items: "results", by: "offset", whole: true } as const;

/**
 * Reads a Kubernetes cluster by its name.
 *
 * *Errors:* `ResponseError` with status 404 when there is none. *Source:* companion §2.1, §2.4.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * const cluster = await kubernetes.getCluster({ projectId: 1, regionId: 76, name: "edge-1" });
 * export const nodes = cluster.pools.reduce((sum, pool) => sum + (pool.nodeCount ?? 0), 0);
 * ```
 */
export const getCluster = lookup<ClusterAddress, ClusterResult>({
  name: "kubernetes.getCluster",
  endpoint: endpoints["clusters.get"],
  renamed,
});

export type GetClustersArgs = ArgsOf<"clusters.list"> & AllPages;

const clusters: Definition = {
  name: "kubernetes.getClusters",
  endpoint: endpoints["clusters.list"],
  own: allPages,
  paging: { ...pages, id: "id" },
};

/** Lists the Kubernetes clusters of a project and region. All of them, unless `limit` or `offset` names a page. *Source:* companion §2.1. */
export const getClusters = lookup<GetClustersArgs, AnswerOf<"clusters.list">>(clusters);

/** Reads Kubernetes clusters one by one, a page in memory at a time. */
export const iterateClusters = listWalk<GetClustersArgs, ClusterResult>(clusters);

export interface GetVersionsArgs extends ArgsOf<"kubernetes.createVersions"> {
  /** A cluster: the versions that it can be upgraded to. Without it: those that a new cluster can have. */
  name?: string;
}

export type VersionsResult = AnswerOf<"kubernetes.createVersions">;

const newVersions = lookup<GetVersionsArgs, VersionsResult>({
  name: "kubernetes.getVersions",
  endpoint: endpoints["kubernetes.createVersions"],
  own: z.object({ name: z.string().optional().describe("Cluster that is to be upgraded.") }),
  paging: { ...pages, id: "version" },
});

const upgradeVersions = lookup<ArgsOf<"kubernetes.createVersions"> & ClusterAddress, VersionsResult>({
  name: "kubernetes.getVersions",
  endpoint: endpoints["clusters.upgradeVersions"],
  renamed,
  paging: { ...pages, id: "version" },
});

/**
 * Lists the versions that a new cluster can have, or with `name` those that a cluster can be upgraded to.
 *
 * *Source:* companion §2.1.
 */
export const getVersions: Lookup<GetVersionsArgs, VersionsResult> = Object.assign(
  async ({ name, ...args }: GetVersionsArgs = {}, options?: LookupOptions) =>
    name === undefined ? newVersions(args, options) : upgradeVersions({ ...args, name }, options),
  { definition: newVersions.definition },
);

/**
 * Reads the credentials of a cluster. Here they are plain text, as everything that a promise gives: use
 * `getKubeconfigOutput` to keep them secret in state and output.
 *
 * *Source:* companion §2.1.
 */
export const getKubeconfig = lookup<ClusterAddress, AnswerOf<"clusters.config">>({
  name: "kubernetes.getKubeconfig",
  endpoint: endpoints["clusters.config"],
  renamed,
});
