import { z } from "zod";
import { openEnum, pageOf, timestamp } from "../field.ts";
import { typeNames } from "../type-names.ts";

/** States of a GPU cluster. companion §6.4. */
const gpuClusterStatuses = [
  "creating",
  "active",
  "degraded",
  "rebooting",
  "rebuilding",
  "resizing",
  "shutoff",
  "deleting",
  "error",
] as const;

/** A bare metal GPU cluster. Only its id is guaranteed, since the companion marks no field as required. companion §6.4. */
const gpuCluster = z
  .looseObject({
    id: z.string().describe("GPU cluster id (UUID)."),
    name: z.string().nullish().describe("Name of the cluster."),
    status: openEnum(gpuClusterStatuses).nullish().describe("State of the cluster, such as `active`."),
    flavor: z.string().nullish().describe("Flavor of the servers."),
    image_id: z.string().nullish().describe("Image of the servers."),
    servers_count: z.int().nullish().describe("Number of servers."),
    created_at: timestamp.nullish().describe("When it was created."),
    updated_at: timestamp.nullish().describe("When it last changed."),
  })
  .register(typeNames, { token: "gpu/cluster:GpuClusterResult", description: "A bare metal GPU cluster." });

export const gpuClusterList = pageOf(gpuCluster).register(typeNames, {
  token: "gpu/cluster:GetGpuClustersResult",
  description: "Bare metal GPU clusters of a project and region.",
  source: "companion §6.4",
});
