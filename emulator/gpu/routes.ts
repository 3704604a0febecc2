import { notFound } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";

/** Servers of bare metal GPU clusters. platform-api §2.11, §4 #8. */
export const gpuServers: HandlersOf<"gpuServers"> = {
  "gpuServers.list": ({ params, query }, { store }) => {
    const cluster = store.gpuClusters.get(params.cluster_id.toLowerCase());
    if (cluster?.project_id !== params.project_id || cluster.region_id !== params.region_id)
      throw notFound(`GPU cluster ${params.cluster_id}`);
    return toPage(cluster.servers, query);
  },
};
