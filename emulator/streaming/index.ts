/** Live streams: stored records, routes, signals and timers. */
export { streams as streamRoutes } from "./routes.ts";
export { registerStreamTimers } from "./timers.ts";
