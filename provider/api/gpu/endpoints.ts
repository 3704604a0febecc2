import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { cloudPaging, pageOf, projectAndRegion, uuid } from "../field.ts";
import { typeNames } from "../type-names.ts";
import { gpuClusterList } from "./cluster.ts";
import { gpuServer, gpuServersQuery } from "./server.ts";

const clusters = "/cloud/v3/gpu/baremetal/{project_id}/{region_id}/clusters";

export const gpuEndpoints = [
  endpoint({
    id: "gpuClusters.list",
    area: "cloud",
    method: "GET",
    path: clusters,
    summary: "List bare metal GPU clusters",
    source: "companion §6.4",
    params: z.object(projectAndRegion),
    query: z.object(cloudPaging),
    response: gpuClusterList,
  }),
  endpoint({
    id: "gpuServers.list",
    area: "cloud",
    method: "GET",
    path: `${clusters}/{cluster_id}/servers`,
    summary: "List the servers of a bare metal GPU cluster",
    source: "platform-api §4 #8",
    params: z.object({ ...projectAndRegion, cluster_id: uuid.describe("GPU cluster (UUID).") }),
    query: gpuServersQuery,
    response: pageOf(gpuServer).register(typeNames, {
      token: "gpu/server:GetServersResult",
      description: "A page of the servers of a bare metal GPU cluster.",
      source: "platform-api §4 #8",
    }),
  }),
] as const;
