/** CDN rule templates. */
export { ruleTemplates as cdnRoutes } from "./routes.ts";
