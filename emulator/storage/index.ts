/** Events for storages that reach a level: stored records and routes. */
export { storageEvents as storageRoutes } from "./routes.ts";
