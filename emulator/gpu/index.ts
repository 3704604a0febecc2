/** Servers of bare metal GPU clusters: stored records and routes. */
export { gpuServers as gpuRoutes } from "./routes.ts";
