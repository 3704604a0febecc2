import { endpoints, limits } from "../api/index.ts";
import type {
  GetGpuClustersArgs,
  GetGpuClustersResult,
  GetServersArgs,
  GetServersResult,
  GpuServerResult,
} from "../types/gpu.ts";
import { allPages, type Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";

export type * from "../types/gpu.ts";

const list: Definition = {
  name: "gpu.getServers",
  endpoint: endpoints["gpuServers.list"],
  own: allPages,
  paging: { items: "results", id: "id", by: "offset", pageSize: limits.gpu.serverListLimit.max },
};

/**
 * Lists the servers of a bare metal GPU cluster: the page that `limit` (default 10) and `offset` select, or all pages
 * with `all: true`.
 *
 * *Source:* platform-api §4 #8, §2.11.
 *
 * @example
 * ```ts
 * import { gpu } from "@cloudplatform/pulumi";
 *
 * const { results } = await gpu.getServers({
 *   projectId: 1,
 *   regionId: 76,
 *   clusterId: "1aaaab48-10d0-46d9-80cc-85209284ceb4",
 *   all: true,
 * });
 * export const down = results.filter((server) => server.status !== "ACTIVE").map((server) => server.name);
 * ```
 */
export const getServers = lookup<GetServersArgs, GetServersResult>(list);

/** Iterates over the servers of a bare metal GPU cluster, with one page in memory at a time. */
export const iterateServers = listWalk<GetServersArgs, GpuServerResult>(list);

/**
 * Lists the bare metal GPU clusters of a project and region. Pass their ids to `getServers`. Returns all clusters unless
 * `limit` or `offset` selects a page.
 *
 * *Source:* companion §6.4.
 *
 * @example
 * ```ts
 * import { gpu } from "@cloudplatform/pulumi";
 *
 * const { results } = await gpu.getGpuClusters({ projectId: 1, regionId: 76 });
 * export const clusters = results.map(({ id, name, serversCount }) => `${name} (${id}): ${serversCount} servers`);
 * ```
 */
export const getGpuClusters = lookup<GetGpuClustersArgs, GetGpuClustersResult>({
  name: "gpu.getGpuClusters",
  endpoint: endpoints["gpuClusters.list"],
  paging: { items: "results", id: "id", by: "offset", whole: true },
});
