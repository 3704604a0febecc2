import { z } from "zod";
import { endpoints } from "../api/index.ts";
import type {
  ClusterResult,
  GetClusterArgs,
  GetClustersArgs,
  GetClustersResult,
  GetFlavorsArgs,
  GetFlavorsResult,
  GetKubeconfigArgs,
  GetVersionsArgs,
  KubeconfigResult,
  VersionsResult,
} from "../types/kubernetes.ts";
import { allPages, type Definition } from "./definition.ts";
import { type Lookup, type LookupOptions, listWalk, lookup } from "./lookup.ts";

export type * from "../types/kubernetes.ts";

const renamed = { cluster_name: "name" };
const pages = { items: "results", by: "offset", whole: true } as const;

/**
 * Reads a Kubernetes cluster by its name.
 *
 * *Errors:* `ResponseError` with status 404 if no cluster has this name. *Source:* companion §2.1, §2.4.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * const cluster = await kubernetes.getCluster({ projectId: 1, regionId: 76, name: "edge-1" });
 * export const nodes = cluster.pools.reduce((sum, pool) => sum + (pool.nodeCount ?? 0), 0);
 * ```
 */
export const getCluster = lookup<GetClusterArgs, ClusterResult>({
  name: "kubernetes.getCluster",
  endpoint: endpoints["clusters.get"],
  renamed,
});

const clusters: Definition = {
  name: "kubernetes.getClusters",
  endpoint: endpoints["clusters.list"],
  own: allPages,
  paging: { ...pages, id: "id" },
};

/**
 * Lists the Kubernetes clusters of a project and region. Returns all clusters unless `limit` or `offset` selects a page.
 *
 * *Source:* companion §2.1.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * const { results } = await kubernetes.getClusters({ projectId: 1, regionId: 76 });
 * export const versions = results.map(({ name, version }) => `${name} ${version}`);
 * ```
 */
export const getClusters = lookup<GetClustersArgs, GetClustersResult>(clusters);

/** Iterates over Kubernetes clusters, with one page in memory at a time. */
export const iterateClusters = listWalk<GetClustersArgs, ClusterResult>(clusters);

const newVersions = lookup<GetVersionsArgs, VersionsResult>({
  name: "kubernetes.getVersions",
  endpoint: endpoints["kubernetes.createVersions"],
  own: z.object({
    name: z
      .string()
      .optional()
      .describe("Cluster whose upgrade versions are listed. Without it: versions of new clusters."),
  }),
  paging: { ...pages, id: "version" },
});

const upgradeVersions = lookup<GetVersionsArgs & GetClusterArgs, VersionsResult>({
  name: "kubernetes.getVersions",
  endpoint: endpoints["clusters.upgradeVersions"],
  renamed,
  paging: { ...pages, id: "version" },
});

/**
 * Lists the Kubernetes versions that are available for new clusters or, with `name`, as upgrades of an existing cluster.
 *
 * *Source:* companion §2.1.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * const region = { projectId: 1, regionId: 76 };
 * export const offered = (await kubernetes.getVersions(region)).results.map(({ version }) => version);
 * export const upgrades = (await kubernetes.getVersions({ ...region, name: "edge-1" })).results;
 * ```
 */
export const getVersions: Lookup<GetVersionsArgs, VersionsResult> = Object.assign(
  async ({ name, ...args }: GetVersionsArgs = {}, options?: LookupOptions) =>
    name === undefined ? newVersions(args, options) : upgradeVersions({ ...args, name }, options),
  { definition: newVersions.definition },
);

/**
 * Lists the node flavors of a project and region, for `flavorId` of a pool. Returns all flavors unless `limit` or `offset`
 * selects a page. Flavors whose ids begin with `g` or `a` are virtual machines; all others are bare metal.
 *
 * *Source:* companion §2.1, §2.3.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * const { results } = await kubernetes.getFlavors({ projectId: 1, regionId: 76, excludeGpu: true, includePrices: true });
 * export const affordable = results.filter((one) => (one.pricePerHour ?? Infinity) < 0.1).map((one) => one.flavorId);
 * ```
 */
export const getFlavors = lookup<GetFlavorsArgs, GetFlavorsResult>({
  name: "kubernetes.getFlavors",
  endpoint: endpoints["kubernetes.flavors"],
  paging: { ...pages, id: "flavorId" },
});

/**
 * Reads the kubeconfig of a cluster. The promise returns the credentials in clear text: use `getKubeconfigOutput` to keep
 * them secret in state and output.
 *
 * *Errors:* `ResponseError` with status 404 if no cluster has this name. *Source:* companion §2.1.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * export const kubeconfig = kubernetes.getKubeconfigOutput({ projectId: 1, regionId: 76, name: "edge-1" }).config;
 * ```
 */
export const getKubeconfig = lookup<GetKubeconfigArgs, KubeconfigResult>({
  name: "kubernetes.getKubeconfig",
  endpoint: endpoints["clusters.config"],
  renamed,
  isSecret: true,
});
