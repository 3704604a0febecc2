import { notFound } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";
import type { StoredGpuCluster } from "./records.ts";

/** Bare metal GPU clusters. companion §6.4. */
export const gpuClusters: HandlersOf<"gpuClusters"> = {
  "gpuClusters.list": ({ params, query }, { store }) => {
    const found = store.gpuClusters
      .all()
      .filter((one) => one.project_id === params.project_id && one.region_id === params.region_id);
    return toPage(found.map(toResponse), query);
  },
};

/** Servers of bare metal GPU clusters. platform-api §2.11, §4 #8. */
export const gpuServers: HandlersOf<"gpuServers"> = {
  "gpuServers.list": ({ params, query }, { store }) => {
    const cluster = store.gpuClusters.get(params.cluster_id.toLowerCase());
    if (cluster?.project_id !== params.project_id || cluster.region_id !== params.region_id)
      throw notFound(`GPU cluster ${params.cluster_id}`);
    return toPage(cluster.servers, query);
  },
};

/** The emulator does not model the lifecycle of GPU clusters: all are active, and report the properties of their first server. */
function toResponse({ id, name, servers }: StoredGpuCluster) {
  const [first] = servers;
  return {
    id,
    name,
    status: "active",
    flavor: first?.flavor ?? null,
    image_id: first?.image_id ?? null,
    servers_count: servers.length,
    created_at: first?.created_at ?? null,
    updated_at: first?.updated_at ?? null,
  };
}
