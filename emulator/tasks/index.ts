/** Asynchronous tasks of the cloud area: stored records, engine and routes. */
export { tasks as taskRoutes } from "./routes.ts";
