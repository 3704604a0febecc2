import { gpuClusters, gpuServers } from "./routes.ts";

/** Bare metal GPU clusters and their servers: stored records and routes. */
export const gpuRoutes = { ...gpuClusters, ...gpuServers };
