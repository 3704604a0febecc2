/** Bare metal GPU clusters and their servers: stored records and routes. */
import { gpuClusters, gpuServers } from "./routes.ts";

export const gpuRoutes = { ...gpuClusters, ...gpuServers };
